// Words of the answer reader in 22 languages, for translators to edit; languages.ts describes the fields and reads them.
// A block is a language: code, English name, decimal mark; then fields, each on a line or after a semicolon, continued by indented lines.
// Entries are in lower case, with commas between them; an apostrophe is '. Number words are in numbersTable.ts.
export const LANGUAGES_TABLE = `
en English .
answer: answer, answers, final answer, correct answer, right answer, result, final result, solution, final solution,
  correct option, right option, correct choice
is: is, are, was, were, be, would be, will be, must be, should be, equals, is equal to, comes to, comes out to, becomes,
  is therefore, is thus
not: not, never, neither, nor, isn't, is not, aren't, wasn't, cannot, can't, doesn't, don't, none of
or: or, either, nor
and: and, as well as
so: so, therefore, thus, hence, consequently, accordingly, in conclusion, to conclude, finally, then, it follows that
correct: wait, no, actually, correction, sorry, hold on, oops, rather, i mean, apologies, my mistake, i made a mistake,
  let me correct, on second thought, scratch that
refuse: i do not know, i don't know, i'm not sure, i am not sure, none of the options, none of the above, none of these,
  none of them, neither of them, cannot be determined, can't be determined, cannot determine, impossible to determine,
  impossible to say, impossible to tell, cannot say, can't say, not enough information, insufficient information,
  i cannot answer, i can't answer, unable to answer, no answer, unknown, undetermined
yes: yes, yeah, yep; no: no, nope; true: true; false: false

de German ,
answer: antwort, endgültige antwort, richtige antwort, korrekte antwort, ergebnis, endergebnis, resultat, lösung,
  richtige option
is: ist, sind, war, lautet, wäre, wird, beträgt, ergibt, gleich, ist gleich, entspricht, ist also, ist daher, ist somit,
  lautet also
not: nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, weder
or: oder, entweder, noch, beziehungsweise, bzw.
and: und, sowie, sowohl, als auch
so: also, daher, somit, folglich, deshalb, deswegen, demnach, damit, mithin, schließlich, daraus folgt, zusammenfassend
correct: moment, warte, halt, nein, doch, eigentlich, vielmehr, korrektur, berichtigung, entschuldigung, sorry, verzeihung,
  ich habe mich geirrt, mein fehler
refuse: ich weiß es nicht, ich weiß nicht, weiß ich nicht, keine ahnung, keine der optionen, keine der antworten,
  keine der genannten, keine davon, lässt sich nicht bestimmen, kann nicht bestimmt werden, nicht bestimmbar,
  nicht zu bestimmen, nicht genügend informationen, zu wenig informationen, kann ich nicht beantworten, keine antwort,
  unbekannt
yes: ja; no: nein; true: wahr, richtig, stimmt; false: falsch, unwahr

fr French ,
answer: réponse, réponse finale, réponse correcte, bonne réponse, résultat, résultat final, solution, option correcte,
  bonne option
is: est, sont, était, serait, sera, vaut, égale, est égal à, est égale à, est donc, donne, fait
not: pas, n'est pas, ne sont pas, jamais, ni, aucun, aucune
or: ou, ou bien, soit, ni
and: et, ainsi que
so: donc, ainsi, alors, par conséquent, en conséquence, par suite, en conclusion, d'où, finalement, il s'ensuit que
correct: attends, attendez, non, en fait, en réalité, plutôt, correction, pardon, désolé, désolée, erreur,
  je me suis trompé, je me suis trompée
refuse: je ne sais pas, je l'ignore, aucune des options, aucune des réponses, aucune de ces réponses, aucune de ces options,
  impossible à déterminer, impossible de déterminer, ne peut pas être déterminé, ne peut pas être déterminée,
  impossible de répondre, informations insuffisantes, pas assez d'informations, je ne peux pas répondre, inconnu, inconnue,
  aucune réponse
yes: oui, si; no: non; true: vrai, vraie; false: faux, fausse

es Spanish ,
answer: respuesta, respuesta final, respuesta correcta, resultado, resultado final, solución, opción correcta
is: es, son, era, sería, será, es de, igual a, es igual a, es entonces, es por tanto, da, equivale a
not: no, nunca, jamás, ni, tampoco, ningún, ninguno, ninguna
or: o, u, o bien, ya sea, ni
and: y, e, así como
so: por lo tanto, por tanto, así que, entonces, luego, por consiguiente, de modo que, en conclusión, así, por ende,
  finalmente
correct: espera, espere, no, en realidad, de hecho, mejor dicho, más bien, corrección, perdón, perdona, lo siento, disculpa,
  error, me equivoqué, me he equivocado
refuse: no lo sé, no sé, lo desconozco, ninguna de las opciones, ninguna de las respuestas, ninguna de las anteriores,
  no se puede determinar, no puede determinarse, imposible de determinar, imposible saberlo, no hay suficiente información,
  información insuficiente, no puedo responder, desconocido, desconocida, sin respuesta
yes: sí; no: no; true: verdadero, verdadera, cierto, cierta; false: falso, falsa

it Italian ,
answer: risposta, risposta finale, risposta corretta, risposta esatta, risposta giusta, risultato, risultato finale,
  soluzione, opzione corretta
is: è, sono, era, sarebbe, sarà, è uguale a, uguale a, è pari a, pari a, è quindi, è dunque, vale, fa, equivale a
not: non, mai, né, nessun, nessuno, nessuna, neanche, nemmeno, neppure
or: o, od, oppure, né
and: e, ed, nonché, così come
so: quindi, dunque, perciò, pertanto, allora, così, di conseguenza, in conclusione, infine, ne segue che
correct: aspetta, aspetti, un momento, no, anzi, in realtà, piuttosto, correzione, scusa, scusate, mi correggo, errore,
  mi sono sbagliato, mi sono sbagliata
refuse: non lo so, non so, nessuna delle opzioni, nessuna delle risposte, nessuna delle precedenti, nessuna di queste,
  non è possibile determinarlo, non si può determinare, non può essere determinato, impossibile da determinare,
  impossibile determinare, informazioni insufficienti, non ci sono abbastanza informazioni, non posso rispondere,
  sconosciuto, sconosciuta, nessuna risposta
yes: sì; no: no; true: vero, vera; false: falso, falsa

pt Portuguese ,
answer: resposta, resposta final, resposta correta, resposta certa, resultado, resultado final, solução, opção correta,
  alternativa correta
is: é, são, era, seria, será, é de, igual a, é igual a, é portanto, dá, vale, equivale a
not: não, nunca, jamais, nem, tampouco, nenhum, nenhuma
or: ou, quer, nem
and: e, bem como, assim como
so: portanto, logo, assim, então, por isso, por conseguinte, consequentemente, desse modo, em conclusão, concluindo,
  finalmente
correct: espera, espere, não, na verdade, aliás, melhor, correção, desculpe, desculpa, perdão, erro, enganei-me, me enganei
refuse: não sei, eu não sei, nenhuma das opções, nenhuma das alternativas, nenhuma das respostas, nenhuma das anteriores,
  não é possível determinar, não pode ser determinado, não pode ser determinada, não se pode determinar,
  impossível determinar, informação insuficiente, informações insuficientes, não posso responder, desconhecido,
  desconhecida, sem resposta
yes: sim; no: não; true: verdadeiro, verdadeira, certo; false: falso, falsa, errado

nl Dutch ,
answer: antwoord, definitieve antwoord, uiteindelijke antwoord, juiste antwoord, correcte antwoord, eindantwoord, resultaat,
  uitkomst, oplossing, juiste optie
is: is, zijn, was, luidt, wordt, bedraagt, zou zijn, is gelijk aan, is dus, is daarom, wordt dus
not: niet, geen, nooit, noch
or: of, ofwel, hetzij, noch
and: en, alsook, evenals
so: dus, daarom, derhalve, bijgevolg, vandaar, daaruit volgt, concluderend, uiteindelijk, kortom
correct: wacht, nee, eigenlijk, correctie, sorry, pardon, excuses, fout, toch, ik vergiste me
refuse: ik weet het niet, weet ik niet, geen idee, geen van de opties, geen van de antwoorden, geen van bovenstaande,
  geen van deze, kan niet worden bepaald, kan niet bepaald worden, niet te bepalen, onvoldoende informatie,
  niet genoeg informatie, kan ik niet beantwoorden, geen antwoord, onbekend
yes: ja; no: nee, neen; true: waar, juist; false: onwaar, onjuist

sv Swedish ,
answer: svar, svaret, slutsvar, slutliga svaret, slutgiltiga svaret, rätt svar, rätta svaret, korrekta svaret, resultat,
  resultatet, lösning, lösningen, rätt alternativ
is: är, var, blir, vore, skulle vara, är lika med, är alltså, är därför, blir alltså
not: inte, ej, icke, aldrig, varken, ingen, inget, inga
or: eller, antingen, varken
and: och, samt
so: så, alltså, därför, således, därmed, följaktligen, sammanfattningsvis, till slut
correct: vänta, nej, egentligen, faktiskt, snarare, rättelse, ursäkta, förlåt, fel, jag hade fel
refuse: jag vet inte, vet inte, inget av alternativen, inget av svaren, inget av ovanstående, ingen av dem,
  kan inte avgöras, kan inte bestämmas, går inte att avgöra, går inte att bestämma, otillräcklig information,
  inte tillräckligt med information, jag kan inte svara, inget svar, okänt, okänd
yes: ja, jo; no: nej; true: sant, sann; false: falskt, falsk

da Danish ,
answer: svar, svaret, endelige svar, endeligt svar, rigtige svar, korrekte svar, resultat, resultatet, facit, løsning,
  løsningen, rigtige mulighed
is: er, var, bliver, ville være, lyder, er lig med, er altså, er derfor, bliver altså
not: ikke, aldrig, hverken, ingen, intet
or: eller, enten, hverken
and: og, samt
so: så, altså, derfor, dermed, således, følgelig, konkluderende, til sidst
correct: vent, nej, faktisk, egentlig, snarere, rettelse, undskyld, beklager, fejl, jeg tog fejl
refuse: jeg ved det ikke, det ved jeg ikke, ved ikke, ingen af mulighederne, ingen af svarmulighederne, ingen af svarene,
  ingen af ovenstående, ingen af dem, kan ikke bestemmes, kan ikke afgøres, utilstrækkelige oplysninger,
  ikke nok oplysninger, jeg kan ikke svare, intet svar, ukendt
yes: ja, jo; no: nej; true: sandt, sand; false: falsk, falskt

pl Polish ,
answer: odpowiedź, odpowiedzią, ostateczna odpowiedź, prawidłowa odpowiedź, poprawna odpowiedź, wynik, wynikiem,
  ostateczny wynik, rozwiązanie, rozwiązaniem, prawidłowa opcja, poprawna opcja
is: to, jest, są, był, była, będzie, byłaby, byłby, wynosi, brzmi, równa się, jest równy, jest równa, jest więc, to zatem
not: nie, nigdy, ani, żaden, żadna, żadne
or: lub, albo, bądź, czy, ani
and: i, oraz, a także
so: więc, zatem, czyli, dlatego, stąd, tak więc, a więc, wobec tego, w związku z tym, ostatecznie, podsumowując
correct: zaraz, chwila, czekaj, nie, właściwie, w rzeczywistości, raczej, poprawka, przepraszam, pomyłka, błąd,
  pomyliłem się, pomyliłam się
refuse: nie wiem, żadna z opcji, żadna z odpowiedzi, żadna z powyższych, żadne z powyższych, nie można określić,
  nie można ustalić, nie da się określić, nie da się ustalić, niewystarczające informacje, za mało informacji,
  brak wystarczających informacji, nie mogę odpowiedzieć, brak odpowiedzi, nieznane, nieznana
yes: tak; no: nie; true: prawda, prawdziwe; false: fałsz, nieprawda, fałszywe

cs Czech ,
answer: odpověď, odpovědí, konečná odpověď, správná odpověď, výsledek, výsledkem, konečný výsledek, řešení, řešením,
  správná možnost
is: je, jsou, byl, byla, bude, byla by, byl by, zní, činí, se rovná, rovná se, je rovno, je tedy
not: ne, není, nejsou, nikdy, ani, žádný, žádná, žádné, nikoli, nikoliv
or: nebo, anebo, či, buď, ani
and: a, i, a také, jakož i
so: tedy, takže, proto, tudíž, čili, z toho plyne, nakonec, závěrem
correct: počkat, počkej, počkejte, moment, ne, vlastně, ve skutečnosti, spíše, oprava, promiňte, promiň, omlouvám se, chyba,
  spletl jsem se, spletla jsem se
refuse: nevím, to nevím, žádná z možností, žádná z odpovědí, žádná z uvedených, nelze určit, nelze to určit, nedá se určit,
  nedostatek informací, nedostatek údajů, nemohu odpovědět, bez odpovědi, neznámo, neznámé, neznámá
yes: ano; no: ne; true: pravda, pravdivé; false: nepravda, nepravdivé

ru Russian ,
answer: ответ, ответом, окончательный ответ, правильный ответ, верный ответ, итоговый ответ, результат, результатом, итог,
  решение, решением, правильный вариант
is: это, есть, является, был, была, будет, был бы, равен, равна, равно, равняется, составляет, таков
not: не, нет, никогда, ни, никакой, никакая, не является
or: или, либо, ни
and: и, а также
so: итак, следовательно, таким образом, поэтому, отсюда, тогда, значит, в итоге, стало быть, получается
correct: подождите, подожди, стоп, нет, на самом деле, вернее, точнее, исправление, поправка, извините, извиняюсь, простите,
  ошибка, я ошибся, я ошиблась
refuse: я не знаю, не знаю, ни один из вариантов, ни один из ответов, ни один из них, ничего из перечисленного,
  нельзя определить, невозможно определить, невозможно установить, нельзя установить, недостаточно информации,
  недостаточно данных, не могу ответить, нет ответа, неизвестно, неизвестен
yes: да; no: нет; true: верно, правда, истина, истинно; false: неверно, ложь, ложно, неправда

uk Ukrainian ,
answer: відповідь, відповіддю, остаточна відповідь, правильна відповідь, кінцева відповідь, результат, результатом,
  підсумок, розв'язок, розв'язком, розв'язання, правильний варіант
is: це, є, був, була, буде, була б, був би, дорівнює, становить, складає, така, такий
not: не, ні, ніколи, ані, жоден, жодна, жодне, не є
or: або, чи, ані, ні
and: і, й, та, а також
so: отже, тому, таким чином, значить, відтак, тож, звідси, тоді, у підсумку, виходить
correct: зачекайте, зачекай, стоп, ні, насправді, точніше, вірніше, виправлення, поправка, вибачте, перепрошую, помилка,
  я помилився, я помилилася
refuse: я не знаю, не знаю, жоден із варіантів, жоден з варіантів, жодна з відповідей, жоден з них, нічого з переліченого,
  неможливо визначити, не можна визначити, неможливо встановити, недостатньо інформації, недостатньо даних,
  не можу відповісти, немає відповіді, невідомо, невідома
yes: так; no: ні; true: правда, правильно, істина, істинно; false: неправда, неправильно, хибно

tr Turkish ,
answer: cevap, cevabı, cevabım, cevabımız, yanıt, yanıtı, yanıtım, nihai cevap, son cevap, doğru cevap, doğru yanıt, sonuç,
  sonucu, çözüm, çözümü, doğru seçenek
is: ise, şudur, şu, eşittir, olur, olarak, olacaktır, budur
end: olur, olacaktır, 'dır, 'dir, 'dur, 'dür, 'tır, 'tir, 'tur, 'tür
not: değil, değildir, asla, hiçbir, hiçbiri, ne de
or: veya, ya da, yahut, veyahut, ya
and: ve, ile, hem de
so: öyleyse, o halde, dolayısıyla, bu nedenle, bu yüzden, böylece, demek ki, sonuç olarak, yani, kısacası
correct: bekle, bekleyin, dur, durun, hayır, aslında, daha doğrusu, düzeltme, düzeltiyorum, pardon, özür dilerim, hata,
  yanıldım, yanlış yaptım
refuse: bilmiyorum, bilmiyoruz, seçeneklerin hiçbiri, hiçbiri, belirlenemez, tespit edilemez, yeterli bilgi yok,
  bilgi yetersiz, yetersiz bilgi, cevap veremem, cevaplayamam, yanıtlayamam, cevap yok, bilinmiyor
yes: evet; no: hayır; true: doğru; false: yanlış

ro Romanian ,
answer: răspuns, răspunsul, răspunsul final, răspunsul corect, rezultat, rezultatul, rezultatul final, soluție, soluția,
  varianta corectă, opțiunea corectă
is: este, e, sunt, era, ar fi, va fi, este egal cu, este egală cu, este deci, este așadar, face, dă
not: nu, nu este, nu e, niciodată, nici, niciun, nicio, niciunul, niciuna
or: sau, ori, fie, nici
and: și, precum și
so: deci, așadar, prin urmare, astfel, atunci, de aceea, în concluzie, în consecință, în final
correct: stai, așteaptă, așteptați, nu, de fapt, mai degrabă, corectare, corecție, scuze, pardon, îmi pare rău, greșeală,
  eroare, am greșit
refuse: nu știu, niciuna dintre opțiuni, niciuna dintre variante, niciunul dintre răspunsuri, niciuna dintre acestea,
  nu se poate determina, nu poate fi determinat, nu poate fi determinată, imposibil de determinat, informații insuficiente,
  nu sunt suficiente informații, nu pot răspunde, fără răspuns, necunoscut, necunoscută
yes: da; no: nu; true: adevărat, adevărată, corect; false: fals, falsă

hu Hungarian ,
answer: válasz, válaszom, válaszunk, végső válasz, végleges válasz, helyes válasz, eredmény, eredménye, végeredmény,
  végső eredmény, megoldás, megoldása, helyes lehetőség
is: a, az, egyenlő, lesz, lenne, volt, így hangzik, a következő, tehát
not: nem, ne, soha, sose, sem, se, nincs, egyik sem
or: vagy, avagy, vagy pedig, akár, sem
and: és, s, valamint, illetve
so: tehát, így, ezért, ennélfogva, következésképpen, ebből következik, azaz, vagyis, végül, összefoglalva
correct: várj, várjunk, várjon, nem, valójában, igazából, pontosabban, helyesbítés, javítás, bocsánat, elnézést, hiba,
  tévedtem
refuse: nem tudom, egyik sem, egyik lehetőség sem, egyik válasz sem, egyik sem a felsoroltak közül, nem határozható meg,
  nem állapítható meg, nem lehet meghatározni, nem lehet megállapítani, nincs elég információ, kevés az információ,
  nem tudok válaszolni, nincs válasz, ismeretlen
yes: igen; no: nem; true: igaz; false: hamis

ar Arabic .
answer: الإجابة, الاجابة, إجابة, إجابتي, الإجابة النهائية, الإجابة الصحيحة, الجواب, جواب, الجواب النهائي, الجواب الصحيح,
  النتيجة, النتيجة النهائية, الناتج, الحل, الخيار الصحيح
is: هو, هي, يكون, تكون, كان, كانت, سيكون, ستكون, يساوي, تساوي, يبلغ, تبلغ, هو إذن
not: ليس, ليست, لا, لم, لن, غير, أبدا, أبدًا, ولا
or: أو, أم, إما, ولا
and: و, وكذلك, بالإضافة إلى
so: إذن, لذلك, لذا, وبالتالي, بالتالي, ومن ثم, وعليه, وهكذا, نستنتج, في الختام, ختاما
correct: انتظر, لحظة, لا, بل, في الواقع, في الحقيقة, تصحيح, عذرا, عذرًا, آسف, معذرة, خطأ, أخطأت
refuse: لا أعرف, لا أعلم, لا أدري, لا شيء من الخيارات, لا شيء مما سبق, ليس أيا من الخيارات, ليس أي من الخيارات,
  لا يمكن تحديد, لا يمكن تحديده, لا يمكن تحديدها, معلومات غير كافية, المعلومات غير كافية, لا توجد معلومات كافية,
  لا أستطيع الإجابة, لا يمكنني الإجابة, لا توجد إجابة, غير معروف, غير معروفة
yes: نعم, أجل; no: لا, كلا; true: صحيح, صحيحة, صح, صواب; false: خطأ, خاطئ, خاطئة, غير صحيح

hi Hindi .
answer: उत्तर, अंतिम उत्तर, सही उत्तर, जवाब, अंतिम जवाब, सही जवाब, परिणाम, नतीजा, हल, समाधान, सही विकल्प
is: है, हैं, था, थी, होगा, होगी, होता है, बराबर है, के बराबर है, यह है
end: है, हैं, होगा, होगी, था, थी
not: नहीं, न, ना, मत, कभी नहीं, नहीं है
or: या, अथवा, या तो, या फिर
and: और, तथा, एवं, व
so: इसलिए, अतः, तो, इस प्रकार, इस तरह, अतएव, अंततः, निष्कर्षतः
correct: रुको, रुकिए, ठहरो, नहीं, वास्तव में, असल में, दरअसल, बल्कि, सुधार, माफ़ कीजिए, माफ कीजिए, माफ़ करें, क्षमा करें,
  गलती, ग़लती
refuse: मुझे नहीं पता, मुझे पता नहीं, मैं नहीं जानता, मैं नहीं जानती, पता नहीं, इनमें से कोई नहीं, इनमें से कोई भी नहीं,
  कोई भी विकल्प नहीं, उपरोक्त में से कोई नहीं, निर्धारित नहीं किया जा सकता, तय नहीं किया जा सकता, पर्याप्त जानकारी नहीं,
  जानकारी अपर्याप्त, उत्तर नहीं दे सकता, उत्तर नहीं दे सकती, अज्ञात
yes: हाँ, हां, जी हाँ; no: नहीं, जी नहीं; true: सही, सत्य, सच; false: गलत, ग़लत, असत्य, झूठ

zh Chinese .
answer: 答案, 最终答案, 最后答案, 正确答案, 回答, 答, 解答, 结果, 最终结果, 正确选项, 最終答案, 正確答案, 結果, 正確選項
is: 是, 为, 即, 等于, 就是, 应为, 应是, 应该是, 则为, 則為, 為, 等於, 應為, 應該是
not: 不, 不是, 并非, 没有, 非, 不等于, 而非, 绝不, 从不, 既不, 也不, 並非, 沒有
or: 或, 或者, 或是, 还是, 要么, 還是, 要麼
and: 和, 与, 及, 以及, 并且, 與
so: 所以, 因此, 因而, 故, 于是, 那么, 综上, 综上所述, 由此可见, 可得, 总之, 最终, 於是, 綜上所述
correct: 等等, 等一下, 不对, 不, 其实, 实际上, 更正, 纠正, 修正, 抱歉, 对不起, 错了, 有误, 我错了, 不對, 其實, 對不起
refuse: 我不知道, 不知道, 不清楚, 无法确定, 不能确定, 无法判断, 无法回答, 无法得出, 以上都不是, 以上皆非, 都不是, 没有正确选项, 没有正确答案, 信息不足, 没有足够的信息, 未知, 無法確定, 無法判斷, 無法回答
yes: 是, 是的, 对, 對; no: 否, 不, 不是, 不对; true: 真, 正确, 对, 正確; false: 假, 错误, 错, 不正确, 錯誤

ja Japanese .
answer: 答え, 答, こたえ, 解答, 回答, 最終的な答え, 最終的な回答, 最終回答, 正解, 正答, 結果, 解, 正しい選択肢
is: は, が, とは, は次の通り, は次のとおり, は以下の通り, は以下のとおり, イコール
end: です, でした, である, となります, になります, ということになります
not: ない, ではない, でない, じゃない, ではありません, ません, 違う, 違います, 決して, ではなく
or: または, 又は, あるいは, もしくは, それとも, か
and: と, および, 及び, かつ, そして
so: したがって, 従って, よって, だから, ですから, ゆえに, つまり, それで, そのため, 以上より, 結論として, 最終的に
correct: 待って, 待ってください, いや, いいえ, 実は, 実際には, というより, 訂正, 修正, すみません, ごめんなさい, 申し訳ありません, 間違い, 間違えました
refuse: わかりません, 分かりません, わからない, 分からない, 知りません, 不明, どれでもない, どれでもありません, いずれでもない, いずれでもありません, 該当なし, 決定できません, 決定できない, 判断できません,
  判断できない, 特定できません, 特定できない, 情報が不足, 情報が足りません, 答えられません, 回答できません
yes: はい; no: いいえ; true: 真, 正しい; false: 偽, 誤り, 正しくない

ko Korean .
answer: 답, 답은, 답이, 답변, 답변은, 정답, 정답은, 정답이, 최종 답, 최종 답은, 최종 답변, 최종 답변은, 최종 정답은, 해답, 해답은, 결과, 결과는, 풀이, 올바른 선택지는
is: 은, 는, 이, 가, 바로, 곧, 다음과 같습니다
end: 입니다, 이었습니다, 이에요, 예요, 이 됩니다, 가 됩니다, 이 맞습니다, 가 맞습니다
not: 아니다, 아닙니다, 아니라, 아닌, 아니고, 않다, 않습니다, 않는, 결코, 절대
or: 또는, 혹은, 아니면, 이나, 나, 거나
and: 및, 그리고, 와, 과, 하고, 또한
so: 따라서, 그러므로, 그래서, 그러니, 즉, 결국, 고로, 결론적으로
correct: 잠깐, 잠깐만, 잠시만, 아니, 아니요, 사실, 사실은, 실제로는, 정정, 수정, 죄송합니다, 미안합니다, 실수, 오류, 틀렸습니다
refuse: 모릅니다, 모르겠습니다, 모른다, 알 수 없습니다, 알 수 없음, 알 수 없다, 해당 없음, 어느 것도 아닙니다, 어느 것도 아님, 정답 없음, 정답이 없습니다, 답이 없습니다, 결정할 수 없습니다,
  판단할 수 없습니다, 정보가 부족합니다, 답할 수 없습니다, 답변할 수 없습니다
yes: 예, 네, 그렇습니다; no: 아니요, 아니오, 아닙니다; true: 참, 맞음, 맞다, 진실; false: 거짓, 틀림, 틀리다

vi Vietnamese ,
answer: đáp án, đáp số, câu trả lời, trả lời, kết quả, câu trả lời cuối cùng, đáp án cuối cùng, đáp án đúng,
  câu trả lời đúng, kết quả cuối cùng, lời giải, phương án đúng, lựa chọn đúng
is: là, bằng, chính là, sẽ là, phải là, vậy là
not: không, không phải, không phải là, chẳng, chưa, không bao giờ, đừng
or: hoặc, hay, hoặc là, hay là
and: và, cùng với, cũng như
so: vậy, do đó, vì vậy, vì thế, suy ra, cho nên, nên, như vậy, tóm lại, kết luận, cuối cùng
correct: khoan, khoan đã, chờ đã, đợi đã, không, thật ra, thực ra, đúng hơn, đính chính, sửa lại, xin lỗi, nhầm, tôi nhầm,
  sai rồi
refuse: tôi không biết, không biết, không có phương án nào, không phương án nào, không có đáp án nào, không đáp án nào,
  không thể xác định, không xác định được, không đủ thông tin, thiếu thông tin, tôi không thể trả lời, không thể trả lời,
  không có câu trả lời, không rõ
yes: có, đúng, vâng; no: không; true: đúng; false: sai
`;
