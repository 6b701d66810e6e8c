// The sentences of ZenMultilang in 22 languages. Braces hold what an item fills in, |que, |topic and |from name a rule of grammar.ts that writes it;
// every language asks exactly the same. docs/internals/multilang-review.md lists the faults that readers marked.

export interface Sentences {
  code: string;
  /** The language's name in English. */
  name: string;
  /** {x} and {y} are numbers in words. */
  read: string;
  /** {x} and {y} are numbers in digits. */
  write: string;
  /** {x} is a date as it is written in the language. */
  date: string;
  /** {x} is a day of the week, {y} a time such as "in 3 days". */
  weekday: string;
  /** How to count where several times follow a date or a day. */
  steps: string;
  /** {x} are words. */
  sort: string;
  /** Sentences with | between them: of a first number {a}, of additions {b}, of subtractions {c}, and the question. */
  arithmetic: string;
  /** {x} and {y} are names of men. */
  older: string;
  younger: string;
  oldest: string;
  middle: string;
  youngest: string;
  /** Asks for all in order. */
  ages: string;
}

const KEYS = [
  "read",
  "write",
  "date",
  "weekday",
  "steps",
  "sort",
  "arithmetic",
  "older",
  "younger",
  "oldest",
  "middle",
  "youngest",
  "ages"
] as const;

const language = (code: string, name: string, text: string): Sentences => {
  const lines = text.trim().split("\n");
  return {code, name, ...Object.fromEntries(KEYS.map((key, i) => [key, lines[i]!.trim()]))} as Sentences;
};

export const LANGUAGES: readonly Sentences[] = [
  language(
    "en",
    "English",
    `What is {x} plus {y}?
    What is {x} + {y}? Write the result in words.
    Which date is this: {x}?
    Today is {x}. Which day of the week is this: {y}?
    Each step counts from the day reached before it; the day reached last is asked for.
    Put these words into alphabetical order: {x}.
    Number of chairs in a shop: {a}. | Bought: {b}. | Sold: {c}. | How many chairs are there now?
    {x} is older than {y}.
    {x} is younger than {y}.
    Who is the oldest?
    Who is neither the oldest nor the youngest?
    Who is the youngest?
    Put all of them in order of age, from the oldest to the youngest.`
  ),
  language(
    "de",
    "German",
    `Wie viel ist {x} plus {y}?
    Wie viel ist {x} + {y}? Schreibe das Ergebnis in Worten.
    Welches Datum ist das: {x}?
    Heute ist {x}. Welcher Wochentag ist gemeint: {y}?
    Jede Angabe zählt ab dem Tag, der zuvor erreicht wurde; gefragt ist der zuletzt erreichte Tag.
    Ordne diese Wörter alphabetisch: {x}.
    Zahl der Stühle in einem Geschäft: {a}. | Gekauft: {b}. | Verkauft: {c}. | Wie viele Stühle sind es jetzt?
    {x} ist älter als {y}.
    {x} ist jünger als {y}.
    Wer ist der Älteste?
    Wer ist weder der Älteste noch der Jüngste?
    Wer ist der Jüngste?
    Ordne alle nach dem Alter, vom Ältesten zum Jüngsten.`
  ),
  language(
    "fr",
    "French",
    `Combien font {x} plus {y} ?
    Combien font {x} + {y} ? Écris le résultat en toutes lettres.
    Quelle est cette date : {x} ?
    Aujourd'hui, c'est {x}. De quel jour de la semaine s'agit-il : {y} ?
    Chaque étape se compte à partir du jour atteint juste avant ; on demande le dernier jour atteint.
    Range ces mots par ordre alphabétique : {x}.
    Nombre de chaises dans un magasin : {a}. | Achetées : {b}. | Vendues : {c}. | Combien de chaises y a-t-il maintenant ?
    {x} est plus âgé {y|que}.
    {x} est plus jeune {y|que}.
    Qui est le plus âgé ?
    Qui n'est ni le plus âgé ni le plus jeune ?
    Qui est le plus jeune ?
    Range-les tous par âge, du plus âgé au plus jeune.`
  ),
  language(
    "es",
    "Spanish",
    `¿Cuánto es {x} más {y}?
    ¿Cuánto es {x} + {y}? Escribe el resultado en palabras.
    ¿Qué fecha es esta: {x}?
    Hoy es {x}. ¿De qué día de la semana se trata: {y}?
    Cada paso se cuenta desde el día alcanzado antes; se pregunta por el último día alcanzado.
    Ordena estas palabras alfabéticamente: {x}.
    Número de sillas en una tienda: {a}. | Compradas: {b}. | Vendidas: {c}. | ¿Cuántas sillas hay ahora?
    {x} es mayor que {y}.
    {x} es menor que {y}.
    ¿Quién es el mayor?
    ¿Quién no es ni el mayor ni el menor?
    ¿Quién es el menor?
    Ordénalos a todos por edad, del mayor al menor.`
  ),
  language(
    "it",
    "Italian",
    `Quanto fa {x} più {y}?
    Quanto fa {x} + {y}? Scrivi il risultato in lettere.
    Che data è questa: {x}?
    Oggi è {x}. Di quale giorno della settimana si tratta: {y}?
    Ogni passo si conta dal giorno raggiunto prima; si chiede l'ultimo giorno raggiunto.
    Metti queste parole in ordine alfabetico: {x}.
    Numero di sedie in un negozio: {a}. | Comprate: {b}. | Vendute: {c}. | Quante sedie ci sono adesso?
    {x} è più vecchio di {y}.
    {x} è più giovane di {y}.
    Chi è il più vecchio?
    Chi non è né il più vecchio né il più giovane?
    Chi è il più giovane?
    Mettili tutti in ordine di età, dal più vecchio al più giovane.`
  ),
  language(
    "pt",
    "Portuguese",
    `Quanto é {x} mais {y}?
    Quanto é {x} + {y}? Escreva o resultado por extenso.
    Que data é esta: {x}?
    Hoje é {x}. De que dia da semana se trata: {y}?
    Cada passo conta-se a partir do dia alcançado antes; pergunta-se pelo último dia alcançado.
    Coloque estas palavras por ordem alfabética: {x}.
    Número de cadeiras numa loja: {a}. | Compradas: {b}. | Vendidas: {c}. | Quantas cadeiras há agora?
    {x} é mais velho que {y}.
    {x} é mais novo que {y}.
    Quem é o mais velho?
    Quem não é nem o mais velho nem o mais novo?
    Quem é o mais novo?
    Coloque-os todos por ordem de idade, do mais velho ao mais novo.`
  ),
  language(
    "nl",
    "Dutch",
    `Hoeveel is {x} plus {y}?
    Hoeveel is {x} + {y}? Schrijf de uitkomst in woorden.
    Welke datum is dit: {x}?
    Vandaag is het {x}. Welke dag van de week is bedoeld: {y}?
    Elke stap wordt geteld vanaf de dag die daarvoor is bereikt; gevraagd wordt de laatst bereikte dag.
    Zet deze woorden in alfabetische volgorde: {x}.
    Aantal stoelen in een winkel: {a}. | Gekocht: {b}. | Verkocht: {c}. | Hoeveel stoelen zijn er nu?
    {x} is ouder dan {y}.
    {x} is jonger dan {y}.
    Wie is de oudste?
    Wie is noch de oudste noch de jongste?
    Wie is de jongste?
    Zet ze allemaal op volgorde van leeftijd, van de oudste tot de jongste.`
  ),
  language(
    "sv",
    "Swedish",
    `Hur mycket är {x} plus {y}?
    Hur mycket är {x} + {y}? Skriv resultatet med bokstäver.
    Vilket datum är detta: {x}?
    I dag är det {x}. Vilken veckodag avses: {y}?
    Varje steg räknas från den dag som nåddes just innan; frågan gäller den sista dagen.
    Ordna dessa ord i bokstavsordning: {x}.
    Antal stolar i en butik: {a}. | Köpta: {b}. | Sålda: {c}. | Hur många stolar finns det nu?
    {x} är äldre än {y}.
    {x} är yngre än {y}.
    Vem är äldst?
    Vem är varken äldst eller yngst?
    Vem är yngst?
    Ordna alla efter ålder, från den äldste till den yngste.`
  ),
  language(
    "da",
    "Danish",
    `Hvor meget er {x} plus {y}?
    Hvor meget er {x} + {y}? Skriv resultatet med bogstaver.
    Hvilken dato er dette: {x}?
    I dag er det {x}. Hvilken ugedag menes der: {y}?
    Hvert trin tælles fra den dag, der blev nået lige før; der spørges om den sidste dag.
    Sæt disse ord i alfabetisk rækkefølge: {x}.
    Antal stole i en butik: {a}. | Købt: {b}. | Solgt: {c}. | Hvor mange stole er der nu?
    {x} er ældre end {y}.
    {x} er yngre end {y}.
    Hvem er ældst?
    Hvem er hverken ældst eller yngst?
    Hvem er yngst?
    Sæt dem alle i rækkefølge efter alder, fra den ældste til den yngste.`
  ),
  language(
    "pl",
    "Polish",
    `Ile to jest {x} plus {y}?
    Ile to jest {x} + {y}? Zapisz wynik słownie.
    Jaka to data: {x}?
    Dzisiaj jest {x}. O jaki dzień tygodnia chodzi: {y}?
    Każdy krok liczy się od dnia osiągniętego tuż przed nim; pytanie dotyczy ostatniego osiągniętego dnia.
    Ułóż te słowa w kolejności alfabetycznej: {x}.
    Liczba krzeseł w sklepie: {a}. | Kupiono: {b}. | Sprzedano: {c}. | Ile krzeseł jest teraz?
    {x} jest starszy niż {y}.
    {x} jest młodszy niż {y}.
    Kto jest najstarszy?
    Kto nie jest ani najstarszy, ani najmłodszy?
    Kto jest najmłodszy?
    Ułóż wszystkich według wieku, od najstarszego do najmłodszego.`
  ),
  language(
    "cs",
    "Czech",
    `Kolik je {x} plus {y}?
    Kolik je {x} + {y}? Napiš výsledek slovy.
    Jaké je to datum: {x}?
    Dnes je {x}. O který den v týdnu jde: {y}?
    Každý krok se počítá ode dne dosaženého těsně před ním; ptáme se na poslední dosažený den.
    Seřaď tato slova podle abecedy: {x}.
    Počet židlí v obchodě: {a}. | Koupeno: {b}. | Prodáno: {c}. | Kolik židlí je tam teď?
    {x} je starší než {y}.
    {x} je mladší než {y}.
    Kdo je nejstarší?
    Kdo není ani nejstarší, ani nejmladší?
    Kdo je nejmladší?
    Seřaď všechny podle věku, od nejstaršího po nejmladšího.`
  ),
  language(
    "ru",
    "Russian",
    `Сколько будет {x} плюс {y}?
    Сколько будет {x} + {y}? Напиши результат словами.
    Какая это дата: {x}?
    Сегодня {x}. О каком дне недели идёт речь: {y}?
    Каждый шаг отсчитывается от дня, достигнутого предыдущим шагом; речь идёт о последнем дне.
    Расположи эти слова в алфавитном порядке: {x}.
    Число стульев в магазине: {a}. | Куплено: {b}. | Продано: {c}. | Сколько стульев в магазине теперь?
    {x} старше, чем {y}.
    {x} младше, чем {y}.
    Кто самый старший?
    Кто не самый старший и не самый младший?
    Кто самый младший?
    Расположи всех по возрасту, от самого старшего к самому младшему.`
  ),
  language(
    "uk",
    "Ukrainian",
    `Скільки буде {x} плюс {y}?
    Скільки буде {x} + {y}? Напиши результат словами.
    Яка це дата: {x}?
    Сьогодні {x}. Про який день тижня йдеться: {y}?
    Кожен крок відлічується від дня, досягнутого попереднім кроком; ідеться про останній день.
    Розташуй ці слова за абеткою: {x}.
    Кількість стільців у магазині: {a}. | Куплено: {b}. | Продано: {c}. | Скільки стільців у магазині тепер?
    {x} старший, ніж {y}.
    {x} молодший, ніж {y}.
    Хто найстарший?
    Хто не найстарший і не наймолодший?
    Хто наймолодший?
    Розташуй усіх за віком, від найстаршого до наймолодшого.`
  ),
  language(
    "tr",
    "Turkish",
    `{x} artı {y} kaç eder?
    {x} + {y} kaç eder? Sonucu yazıyla yaz.
    Bu hangi tarih: {x}?
    Bugün {x}. Haftanın hangi günü kastediliyor: {y}?
    Her adım, bir önceki adımda ulaşılan günden başlayarak sayılır; sorulan, ulaşılan son gündür.
    Bu kelimeleri alfabetik sıraya koy: {x}.
    Bir mağazadaki sandalye sayısı: {a}. | Satın alınan: {b}. | Satılan: {c}. | Şimdi kaç sandalye var?
    {x}, {y|from} daha yaşlı.
    {x}, {y|from} daha genç.
    En yaşlı kim?
    Kim ne en yaşlı ne de en genç?
    En genç kim?
    Hepsini yaşa göre, en yaşlıdan en gence doğru sırala.`
  ),
  language(
    "ro",
    "Romanian",
    `Cât face {x} plus {y}?
    Cât face {x} + {y}? Scrie rezultatul în cuvinte.
    Ce dată este aceasta: {x}?
    Astăzi este {x}. Despre ce zi a săptămânii este vorba: {y}?
    Fiecare pas se numără de la ziua la care s-a ajuns înainte; se cere ultima zi la care s-a ajuns.
    Pune aceste cuvinte în ordine alfabetică: {x}.
    Numărul de scaune dintr-un magazin: {a}. | Cumpărate: {b}. | Vândute: {c}. | Câte scaune sunt acum?
    {x} este mai în vârstă decât {y}.
    {x} este mai tânăr decât {y}.
    Cine este cel mai în vârstă?
    Cine nu este nici cel mai în vârstă, nici cel mai tânăr?
    Cine este cel mai tânăr?
    Pune-i pe toți în ordinea vârstei, de la cel mai în vârstă la cel mai tânăr.`
  ),
  language(
    "hu",
    "Hungarian",
    `Mennyi {x} plusz {y}?
    Mennyi {x} + {y}? Írd le az eredményt betűkkel.
    Melyik dátum ez: {x}?
    Ma {x} van. A hét melyik napjáról van szó: {y}?
    Minden lépés az előző lépéssel elért naptól számít; a kérdés az utolsó elért napra vonatkozik.
    Tedd betűrendbe ezeket a szavakat: {x}.
    Székek száma egy boltban: {a}. | Vettek: {b}. | Eladtak: {c}. | Hány szék van most?
    {x} idősebb, mint {y}.
    {x} fiatalabb, mint {y}.
    Ki a legidősebb?
    Ki nem a legidősebb, és nem is a legfiatalabb?
    Ki a legfiatalabb?
    Állítsd mindannyiukat életkor szerint sorba, a legidősebbtől a legfiatalabbig.`
  ),
  language(
    "ar",
    "Arabic",
    `ما حاصل جمع هذين العددين: {x}، {y}؟
    كم يساوي {x} + {y}؟ اكتب النتيجة بالكلمات.
    ما هذا التاريخ: {x}؟
    اليوم هو {x}. أي يوم من أيام الأسبوع هو المقصود: {y}؟
    تحسب كل خطوة من اليوم الذي انتهت إليه الخطوة السابقة؛ والمطلوب هو اليوم الأخير.
    رتب هذه الكلمات ترتيبًا هجائيًا مع احتساب أل التعريف: {x}.
    عدد الكراسي في متجر: {a}. | المشتراة: {b}. | المبيعة: {c}. | كم عدد الكراسي الآن؟
    {x} أكبر سنًا من {y}.
    {x} أصغر سنًا من {y}.
    من هو الأكبر سنًا؟
    من ليس الأكبر سنًا ولا الأصغر سنًا؟
    من هو الأصغر سنًا؟
    رتبهم جميعًا حسب العمر، من الأكبر سنًا إلى الأصغر سنًا.`
  ),
  language(
    "hi",
    "Hindi",
    `{x} और {y} का योग कितना है?
    {x} + {y} कितना होता है? परिणाम शब्दों में लिखो।
    यह कौन सी तारीख है: {x}?
    आज {x} है। सप्ताह के किस दिन की बात है: {y}?
    हर चरण उस दिन से गिना जाता है जिस पर पिछला चरण पहुँचता है; आखिरी दिन पूछा गया है।
    इन शब्दों को वर्णमाला के क्रम में रखो: {x}।
    एक दुकान में कुर्सियों की संख्या: {a}। | खरीदी गईं: {b}। | बेची गईं: {c}। | अब कितनी कुर्सियाँ हैं?
    {x} उम्र में {y} से बड़ा है।
    {x} उम्र में {y} से छोटा है।
    उम्र में सबसे बड़ा कौन है?
    उम्र में कौन न तो सबसे बड़ा है और न ही सबसे छोटा?
    उम्र में सबसे छोटा कौन है?
    सबको उम्र के क्रम में रखो, सबसे बड़े से सबसे छोटे तक।`
  ),
  language(
    "zh",
    "Chinese",
    `{x}加{y}等于多少？
    {x} + {y} 等于多少？请用汉字写出结果。
    这是哪一天：{x}？
    今天是{x}。下面指的是星期几：{y}？
    每一步都从前一步到达的那一天算起；问的是最后到达的那一天。
    请把这些词按拼音字母顺序排列：{x}。
    商店里椅子的数量：{a}。 | 买进：{b}。 | 卖出：{c}。 | 现在有多少把椅子？
    {x}比{y}年长。
    {x}比{y}年轻。
    谁最年长？
    谁既不是最年长的也不是最年轻的？
    谁最年轻？
    请把所有人按年龄从大到小排列。`
  ),
  language(
    "ja",
    "Japanese",
    `{x}足す{y}はいくつですか。
    {x} + {y}はいくつですか。結果を漢数字で書いてください。
    これは何年何月何日ですか：{x}。
    今日は{x}です。次は何曜日のことですか：{y}。
    それぞれ直前に求めた日から数え、最後に求めた日を答えてください。
    次の言葉を五十音順に並べてください：{x}。
    ある店の椅子の数：{a}。 | 仕入れた数：{b}。 | 売れた数：{c}。 | 今、椅子はいくつありますか。
    {x}は{y}より年上です。
    {x}は{y}より年下です。
    一番年上は誰ですか。
    一番年上でも一番年下でもないのは誰ですか。
    一番年下は誰ですか。
    全員を年上の人から順に並べてください。`
  ),
  language(
    "ko",
    "Korean",
    `{x} 더하기 {y|topic} 얼마입니까?
    {x} + {y|topic} 얼마입니까? 결과를 한글로 쓰십시오.
    이것은 어떤 날짜입니까: {x}?
    오늘은 {x}입니다. 다음은 무슨 요일입니까: {y}?
    각 단계는 바로 앞 단계에서 도달한 날부터 셉니다. 마지막으로 도달한 날을 묻습니다.
    다음 낱말을 가나다순으로 늘어놓으십시오: {x}.
    가게에 있는 의자 수: {a}. | 사들인 수: {b}. | 판 수: {c}. | 지금 의자는 몇 개입니까?
    {x|topic} {y}보다 나이가 많습니다.
    {x|topic} {y}보다 나이가 적습니다.
    누가 나이가 가장 많습니까?
    나이가 가장 많지도 가장 적지도 않은 사람은 누구입니까?
    누가 나이가 가장 적습니까?
    모든 사람을 나이가 많은 순서로 늘어놓으십시오.`
  ),
  language(
    "vi",
    "Vietnamese",
    `{x} cộng {y} bằng bao nhiêu?
    {x} + {y} bằng bao nhiêu? Hãy viết kết quả bằng chữ.
    Đây là ngày nào: {x}?
    Hôm nay là {x}. Đây là thứ mấy: {y}?
    Mỗi bước được tính từ ngày mà bước trước đó đạt tới; câu hỏi là về ngày cuối cùng.
    Hãy xếp các từ này theo thứ tự bảng chữ cái: {x}.
    Số ghế trong một cửa hàng: {a}. | Mua thêm: {b}. | Bán đi: {c}. | Bây giờ có bao nhiêu ghế?
    {x} lớn tuổi hơn {y}.
    {x} nhỏ tuổi hơn {y}.
    Ai lớn tuổi nhất?
    Ai không phải là người lớn tuổi nhất cũng không phải là người nhỏ tuổi nhất?
    Ai nhỏ tuổi nhất?
    Hãy xếp tất cả mọi người theo tuổi, từ người lớn tuổi nhất đến người nhỏ tuổi nhất.`
  )
];
