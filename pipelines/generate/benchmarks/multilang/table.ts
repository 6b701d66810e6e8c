// Words of 22 languages: numbers of the npm package n2words 4.0.0 (MIT); dates, days of the week, their dictionary order and relative times of
// CLDR 48.0 (Unicode licence, data/NOTICES.md) as in Node's Intl. Printed and checked by test/generate/benchmarks/multilang/table.test.ts; do not
// edit by hand. A change asks for a new version of ZenMultilang.
export const TABLE = `
en
thirteen|sixteen|eighteen|twenty-one|twenty-five|twenty-eight|thirty-one|thirty-four|thirty-seven|forty-two|forty-six|
forty-nine|fifty-three|fifty-seven|fifty-eight|sixty-two|sixty-seven|seventy-one|seventy-six|seventy-nine|eighty-three|
eighty-eight|ninety-one|ninety-five|ninety-nine|one hundred five|one hundred twelve|one hundred seventeen|
one hundred twenty-four|one hundred thirty-eight|one hundred fifty|one hundred sixty-three|one hundred seventy-six|
one hundred eighty-one|one hundred ninety-nine|two hundred four|two hundred forty-three|two hundred seventy-seven|
three hundred twelve|three hundred sixty-five||# {d}, {y}|January|February|March|April|May|June|July|August|September|October|
November|December||Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday||6|10|11|9|4|7|8|0|1|2|3|5||in 2 days|=|=|=|=|=|=|
=|=|=|=|2 days ago|=|=|=|=|=|=|=|=|=|=

de
dreizehn|sechzehn|achtzehn|einundzwanzig|fünfundzwanzig|achtundzwanzig|einunddreißig|vierunddreißig|siebenunddreißig|
zweiundvierzig|sechsundvierzig|neunundvierzig|dreiundfünfzig|siebenundfünfzig|achtundfünfzig|zweiundsechzig|siebenundsechzig|
einundsiebzig|sechsundsiebzig|neunundsiebzig|dreiundachtzig|achtundachtzig|einundneunzig|fünfundneunzig|neunundneunzig|
einhundertfünf|einhundertzwölf|einhundertsiebzehn|einhundertvierundzwanzig|einhundertachtunddreißig|einhundertfünfzig|
einhundertdreiundsechzig|einhundertsechsundsiebzig|einhunderteinundachtzig|einhundertneunundneunzig|zweihundertvier|
zweihundertdreiundvierzig|zweihundertsiebenundsiebzig|dreihundertzwölf|dreihundertfünfundsechzig||{d}. # {y}|Januar|Februar|
März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember||Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|
Sonntag||9|3|8|4|6|10|11|0|1|2|5|7||in 2 Tagen|=|=|=|=|=|=|=|=|=|=|vor 2 Tagen|=|=|=|=|=|=|=|=|=|=

fr
treize|seize|dix-huit|vingt et un|vingt-cinq|vingt-huit|trente et un|trente-quatre|trente-sept|quarante-deux|quarante-six|
quarante-neuf|cinquante-trois|cinquante-sept|cinquante-huit|soixante-deux|soixante-sept|soixante et onze|soixante-seize|
soixante-dix-neuf|quatre-vingt-trois|quatre-vingt-huit|quatre-vingt-onze|quatre-vingt-quinze|quatre-vingt-dix-neuf|cent cinq|
cent douze|cent dix-sept|cent vingt-quatre|cent trente-huit|cent cinquante|cent soixante-trois|cent soixante-seize|
cent quatre-vingt-un|cent quatre-vingt-dix-neuf|deux cent quatre|deux cent quarante-trois|deux cent soixante-dix-sept|
trois cent douze|trois cent soixante-cinq||{d} # {y}|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|
novembre|décembre||lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche||6|7|9|5|11|10|3|0|1|2|4|8||dans 2 jours|=|=|=|=|=|=|=|
=|=|=|il y a 2 jours|=|=|=|=|=|=|=|=|=|=

es
trece|dieciséis|dieciocho|veintiuno|veinticinco|veintiocho|treinta y uno|treinta y cuatro|treinta y siete|cuarenta y dos|
cuarenta y seis|cuarenta y nueve|cincuenta y tres|cincuenta y siete|cincuenta y ocho|sesenta y dos|sesenta y siete|
setenta y uno|setenta y seis|setenta y nueve|ochenta y tres|ochenta y ocho|noventa y uno|noventa y cinco|noventa y nueve|
ciento cinco|ciento doce|ciento diecisiete|ciento veinticuatro|ciento treinta y ocho|ciento cincuenta|ciento sesenta y tres|
ciento setenta y seis|ciento ochenta y uno|ciento noventa y nueve|doscientos cuatro|doscientos cuarenta y tres|
doscientos setenta y siete|trescientos doce|trescientos sesenta y cinco||{d} de # de {y}|enero|febrero|marzo|abril|mayo|junio|
julio|agosto|septiembre|octubre|noviembre|diciembre||lunes|martes|miércoles|jueves|viernes|sábado|domingo||6|7|9|5|11|10|3|0|
1|2|4|8||dentro de 2 días|=|=|=|=|=|=|=|=|=|=|hace 2 días|=|=|=|=|=|=|=|=|=|=

it
tredici|sedici|diciotto|ventuno|venticinque|ventotto|trentuno|trentaquattro|trentasette|quarantadue|quarantasei|quarantanove|
cinquantatré|cinquantasette|cinquantotto|sessantadue|sessantasette|settantuno|settantasei|settantanove|ottantatré|ottantotto|
novantuno|novantacinque|novantanove|centocinque|centododici|centodiciassette|centoventiquattro|centotrentotto|centocinquanta|
centosessantatré|centosettantasei|centottantuno|centonovantanove|duecentoquattro|duecentoquarantatré|duecentosettantasette|
trecentododici|trecentosessantacinque||{d} # {y}|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|
novembre|dicembre||lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica||6|7|9|5|11|10|3|0|1|2|4|8||tra 2 giorni|=|=|=|=|
=|=|=|=|=|=|2 giorni fa|=|=|=|=|=|=|=|=|=|=

pt
treze|dezasseis|dezoito|vinte e um|vinte e cinco|vinte e oito|trinta e um|trinta e quatro|trinta e sete|quarenta e dois|
quarenta e seis|quarenta e nove|cinquenta e três|cinquenta e sete|cinquenta e oito|sessenta e dois|sessenta e sete|
setenta e um|setenta e seis|setenta e nove|oitenta e três|oitenta e oito|noventa e um|noventa e cinco|noventa e nove|
cento e cinco|cento e doze|cento e dezassete|cento e vinte e quatro|cento e trinta e oito|cento e cinquenta|
cento e sessenta e três|cento e setenta e seis|cento e oitenta e um|cento e noventa e nove|duzentos e quatro|
duzentos e quarenta e três|duzentos e setenta e sete|trezentos e doze|trezentos e sessenta e cinco||{d} de # de {y}|janeiro|
fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro||segunda-feira|terça-feira|quarta-feira|
quinta-feira|sexta-feira|sábado|domingo||9|11|6|7|10|8|3|0|1|2|4|5||dentro de 2 dias|=|=|=|=|=|=|=|=|=|=|há 2 dias|=|=|=|=|=|
=|=|=|=|=

nl
dertien|zestien|achttien|eenentwintig|vijfentwintig|achtentwintig|eenendertig|vierendertig|zevenendertig|tweeënveertig|
zesenveertig|negenenveertig|drieënvijftig|zevenenvijftig|achtenvijftig|tweeënzestig|zevenenzestig|eenenzeventig|zesenzeventig|
negenenzeventig|drieëntachtig|achtentachtig|eenennegentig|vijfennegentig|negenennegentig|honderdvijf|honderdtwaalf|
honderdzeventien|honderdvierentwintig|honderdachtendertig|honderdvijftig|honderddrieënzestig|honderdzesenzeventig|
honderdeenentachtig|honderdnegenennegentig|tweehonderdvier|tweehonderddrieënveertig|tweehonderdzevenenzeventig|
driehonderdtwaalf|driehonderdvijfenzestig||{d} # {y}|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|
november|december||maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag||6|3|9|4|8|10|11|0|1|2|5|7||over 2 dagen|=|=|=|
=|=|=|=|=|=|=|2 dagen geleden|=|=|=|=|=|=|=|=|=|=

sv
tretton|sexton|arton|tjugoett|tjugofem|tjugoåtta|trettioett|trettiofyra|trettiosju|fyrtiotvå|fyrtiosex|fyrtionio|femtiotre|
femtiosju|femtioåtta|sextiotvå|sextiosju|sjuttioett|sjuttiosex|sjuttionio|åttiotre|åttioåtta|nittioett|nittiofem|nittionio|
hundrafem|hundratolv|hundrasjutton|hundratjugofyra|hundratrettioåtta|hundrafemtio|hundrasextiotre|hundrasjuttiosex|
hundraåttioett|hundranittionio|tvåhundrafyra|tvåhundrafyrtiotre|tvåhundrasjuttiosju|trehundratolv|trehundrasextiofem||
{d} # {y}|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december||måndag|tisdag|onsdag|torsdag|
fredag|lördag|söndag||7|10|8|11|4|5|9|0|1|2|3|6||om 2 dagar|=|=|=|=|=|=|=|=|=|=|för 2 dagar sedan|=|=|=|=|=|=|=|=|=|=

da
tretten|seksten|atten|enogtyve|femogtyve|otteogtyve|enogtredive|fireogtredive|syvogtredive|toogfyrre|seksogfyrre|niogfyrre|
treoghalvtreds|syvoghalvtreds|otteoghalvtreds|toogtres|syvogtres|enoghalvfjerds|seksoghalvfjerds|nioghalvfjerds|treogfirs|
otteogfirs|enoghalvfems|femoghalvfems|nioghalvfems|ethundrede og fem|ethundrede og tolv|ethundrede og sytten|
ethundrede og fireogtyve|ethundrede og otteogtredive|ethundrede og halvtreds|ethundrede og treogtres|
ethundrede og seksoghalvfjerds|ethundrede og enogfirs|ethundrede og nioghalvfems|tohundrede og fire|tohundrede og treogfyrre|
tohundrede og syvoghalvfjerds|trehundrede og tolv|trehundrede og femogtres||{d}. # {y}|januar|februar|marts|april|maj|juni|
juli|august|september|oktober|november|december||mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag||6|10|8|11|4|5|9|0|1|2|3|
7||om 2 dage|=|=|=|=|=|=|=|=|=|=|for 2 dage siden|=|=|=|=|=|=|=|=|=|=

pl
trzynaście|szesnaście|osiemnaście|dwadzieścia jeden|dwadzieścia pięć|dwadzieścia osiem|trzydzieści jeden|trzydzieści cztery|
trzydzieści siedem|czterdzieści dwa|czterdzieści sześć|czterdzieści dziewięć|pięćdziesiąt trzy|pięćdziesiąt siedem|
pięćdziesiąt osiem|sześćdziesiąt dwa|sześćdziesiąt siedem|siedemdziesiąt jeden|siedemdziesiąt sześć|siedemdziesiąt dziewięć|
osiemdziesiąt trzy|osiemdziesiąt osiem|dziewięćdziesiąt jeden|dziewięćdziesiąt pięć|dziewięćdziesiąt dziewięć|sto pięć|
sto dwanaście|sto siedemnaście|sto dwadzieścia cztery|sto trzydzieści osiem|sto pięćdziesiąt|sto sześćdziesiąt trzy|
sto siedemdziesiąt sześć|sto osiemdziesiąt jeden|sto dziewięćdziesiąt dziewięć|dwieście cztery|dwieście czterdzieści trzy|
dwieście siedemdziesiąt siedem|trzysta dwanaście|trzysta sześćdziesiąt pięć||{d} # {y}|stycznia|lutego|marca|kwietnia|maja|
czerwca|lipca|sierpnia|września|października|listopada|grudnia||poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela||8|
11|10|2|7|9|6|0|1|3|4|5||za 2 dni|=|=|=|=|=|=|=|=|=|=|2 dni temu|=|=|=|=|=|=|=|=|=|=

cs
třináct|šestnáct|osmnáct|dvacet jedna|dvacet pět|dvacet osm|třicet jedna|třicet čtyři|třicet sedm|čtyřicet dva|čtyřicet šest|
čtyřicet devět|padesát tři|padesát sedm|padesát osm|šedesát dva|šedesát sedm|sedmdesát jedna|sedmdesát šest|sedmdesát devět|
osmdesát tři|osmdesát osm|devadesát jedna|devadesát pět|devadesát devět|sto pět|sto dvanáct|sto sedmnáct|sto dvacet čtyři|
sto třicet osm|sto padesát|sto šedesát tři|sto sedmdesát šest|sto osmdesát jedna|sto devadesát devět|dvě stě čtyři|
dvě stě čtyřicet tři|dvě stě sedmdesát sedm|tři sta dvanáct|tři sta šedesát pět||{d}. # {y}|ledna|února|března|dubna|května|
června|července|srpna|září|října|listopadu|prosince||pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle||8|11|10|2|7|9|6|0|1|3|
4|5||za 2 dny|=|=|za 5 dní|=|=|=|=|=|=|=|před 2 dny|=|=|=|=|=|=|=|=|=|=

ru
тринадцать|шестнадцать|восемнадцать|двадцать один|двадцать пять|двадцать восемь|тридцать один|тридцать четыре|тридцать семь|
сорок два|сорок шесть|сорок девять|пятьдесят три|пятьдесят семь|пятьдесят восемь|шестьдесят два|шестьдесят семь|
семьдесят один|семьдесят шесть|семьдесят девять|восемьдесят три|восемьдесят восемь|девяносто один|девяносто пять|
девяносто девять|сто пять|сто двенадцать|сто семнадцать|сто двадцать четыре|сто тридцать восемь|сто пятьдесят|
сто шестьдесят три|сто семьдесят шесть|сто восемьдесят один|сто девяносто девять|двести четыре|двести сорок три|
двести семьдесят семь|триста двенадцать|триста шестьдесят пять||{d} # {y} г.|января|февраля|марта|апреля|мая|июня|июля|
августа|сентября|октября|ноября|декабря||понедельник|вторник|среда|четверг|пятница|суббота|воскресенье||6|3|8|11|7|9|2|0|1|4|
10|5||через 2 дня|=|=|через 5 дней|=|=|=|=|=|=|=|2 дня назад|=|=|5 дней назад|=|=|=|=|=|=|=

uk
тринадцять|шістнадцять|вісімнадцять|двадцять один|двадцять п'ять|двадцять вісім|тридцять один|тридцять чотири|тридцять сім|
сорок два|сорок шість|сорок дев'ять|п'ятдесят три|п'ятдесят сім|п'ятдесят вісім|шістдесят два|шістдесят сім|сімдесят один|
сімдесят шість|сімдесят дев'ять|вісімдесят три|вісімдесят вісім|дев'яносто один|дев'яносто п'ять|дев'яносто дев'ять|сто п'ять|
сто дванадцять|сто сімнадцять|сто двадцять чотири|сто тридцять вісім|сто п'ятдесят|сто шістдесят три|сто сімдесят шість|
сто вісімдесят один|сто дев'яносто дев'ять|двісті чотири|двісті сорок три|двісті сімдесят сім|триста дванадцять|
триста шістдесят п'ять||{d} # {y} р.|січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня||
понеділок|вівторок|середа|четвер|п'ятниця|субота|неділя||6|2|8|11|7|9|5|0|1|3|10|4||через 2 дні|=|=|через 5 днів|=|=|=|=|=|=|
=|2 дні тому|=|=|5 днів тому|=|=|=|=|=|=|=

tr
on üç|on altı|on sekiz|yirmi bir|yirmi beş|yirmi sekiz|otuz bir|otuz dört|otuz yedi|kırk iki|kırk altı|kırk dokuz|elli üç|
elli yedi|elli sekiz|altmış iki|altmış yedi|yetmiş bir|yetmiş altı|yetmiş dokuz|seksen üç|seksen sekiz|doksan bir|doksan beş|
doksan dokuz|yüz beş|yüz on iki|yüz on yedi|yüz yirmi dört|yüz otuz sekiz|yüz elli|yüz altmış üç|yüz yetmiş altı|
yüz seksen bir|yüz doksan dokuz|iki yüz dört|iki yüz kırk üç|iki yüz yetmiş yedi|üç yüz on iki|üç yüz altmış beş||{d} # {y}|
Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık||pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|
pazar||9|11|4|10|2|3|8|0|1|5|6|7||2 gün sonra|=|=|=|=|=|=|=|=|=|=|2 gün önce|=|=|=|=|=|=|=|=|=|=

ro
treisprezece|șaisprezece|optsprezece|douăzeci și unu|douăzeci și cinci|douăzeci și opt|treizeci și unu|treizeci și patru|
treizeci și șapte|patruzeci și doi|patruzeci și șase|patruzeci și nouă|cincizeci și trei|cincizeci și șapte|cincizeci și opt|
șaizeci și doi|șaizeci și șapte|șaptezeci și unu|șaptezeci și șase|șaptezeci și nouă|optzeci și trei|optzeci și opt|
nouăzeci și unu|nouăzeci și cinci|nouăzeci și nouă|o sută cinci|o sută douăsprezece|o sută șaptesprezece|
o sută douăzeci și patru|o sută treizeci și opt|o sută cincizeci|o sută șaizeci și trei|o sută șaptezeci și șase|
o sută optzeci și unu|o sută nouăzeci și nouă|două sute patru|două sute patruzeci și trei|două sute șaptezeci și șapte|
trei sute douăsprezece|trei sute șaizeci și cinci||{d} # {y}|ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|
septembrie|octombrie|noiembrie|decembrie||luni|marți|miercuri|joi|vineri|sâmbătă|duminică||6|8|9|5|11|10|3|0|1|2|4|7||
peste 2 zile|=|=|=|=|=|=|=|=|=|=|acum 2 zile|=|=|=|=|=|=|=|=|=|=

hu
tizenhárom|tizenhat|tizennyolc|huszonegy|huszonöt|huszonnyolc|harmincegy|harmincnégy|harminchét|negyvenkettő|negyvenhat|
negyvenkilenc|ötvenhárom|ötvenhét|ötvennyolc|hatvankettő|hatvanhét|hetvenegy|hetvenhat|hetvenkilenc|nyolcvanhárom|
nyolcvannyolc|kilencvenegy|kilencvenöt|kilencvenkilenc|százöt|száztizenkettő|száztizenhét|százhuszonnégy|százharmincnyolc|
százötven|százhatvanhárom|százhetvenhat|száznyolcvanegy|százkilencvenkilenc|kétszáznégy|kétszáznegyvenhárom|kétszázhetvenhét|
háromszáztizenkettő|háromszázhatvanöt||{y}. # {d}.|január|február|március|április|május|június|július|augusztus|szeptember|
október|november|december||hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap||5|6|9|2|8|10|11|0|1|3|4|7||2 nap múlva|=|=|=|
=|=|=|=|=|=|=|2 nappal ezelőtt|=|=|=|=|=|=|=|=|=|=

ar
ثلاثة عشر|ستة عشر|ثمانية عشر|واحد وعشرون|خمسة وعشرون|ثمانية وعشرون|واحد وثلاثون|أربعة وثلاثون|سبعة وثلاثون|اثنان وأربعون|
ستة وأربعون|تسعة وأربعون|ثلاثة وخمسون|سبعة وخمسون|ثمانية وخمسون|اثنان وستون|سبعة وستون|واحد وسبعون|ستة وسبعون|تسعة وسبعون|
ثلاثة وثمانون|ثمانية وثمانون|واحد وتسعون|خمسة وتسعون|تسعة وتسعون|مائة وخمسة|مائة واثنا عشر|مائة وسبعة عشر|مائة وأربعة وعشرون|
مائة وثمانية وثلاثون|مائة وخمسون|مائة وثلاثة وستون|مائة وستة وسبعون|مائة وواحد وثمانون|مائة وتسعة وتسعون|مئتان وأربعة|
مئتان وثلاثة وأربعون|مئتان وسبعة وسبعون|ثلاثمائة واثنا عشر|ثلاثمائة وخمسة وستون||{d} # {y}|يناير|فبراير|مارس|أبريل|مايو|يونيو|
يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر||الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد||1|4|3|6|5|7|2|0|8|9|10|11||
بعد يومين|بعد 3 أيام|=|=|=|=|=|=|بعد 11 يومًا|=|=|قبل يومين|قبل 3 أيام|=|=|=|=|=|=|قبل 11 يومًا|=|=

hi
तेरह|सोलह|अठारह|इक्कीस|पच्चीस|अट्ठाईस|इकतीस|चौंतीस|सैंतीस|बयालीस|छियालीस|उनचास|तिरपन|सत्तावन|अट्ठावन|बासठ|सड़सठ|इकहत्तर|
छिहत्तर|उन्यासी|तिरासी|अट्ठासी|इक्यानवे|पचानवे|निन्यानवे|एक सौ पाँच|एक सौ बारह|एक सौ सत्रह|एक सौ चौबीस|एक सौ अड़तीस|
एक सौ पचास|एक सौ तिरसठ|एक सौ छिहत्तर|एक सौ इक्यासी|एक सौ निन्यानवे|दो सौ चार|दो सौ तैंतालीस|दो सौ सतहत्तर|तीन सौ बारह|
तीन सौ पैंसठ||{d} # {y}|जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर||सोमवार|मंगलवार|बुधवार|
गुरुवार|शुक्रवार|शनिवार|रविवार||11|6|4|1|10|9|8|0|5|2|3|7||2 दिन बाद|=|=|=|=|=|=|=|=|=|=|2 दिन पहले|=|=|=|=|=|=|=|=|=|=

zh
十三|十六|十八|二十一|二十五|二十八|三十一|三十四|三十七|四十二|四十六|四十九|五十三|五十七|五十八|六十二|六十七|七十一|七十六|七十九|八十三|八十八|九十一|九十五|九十九|一百零五|一百一十二|一百一十七|一百二十四|一百三十八|
一百五十|一百六十三|一百七十六|一百八十一|一百九十九|二百零四|二百四十三|二百七十七|三百一十二|三百六十五||{y}年#月{d}日|1|2|3|4|5|6|7|8|9|10|11|12||星期一|星期二|星期三|星期四|星期五|星期六|星期日|
|10|4|7|8|9|5|6|11|0|1|2|3||2天后|=|=|=|=|=|=|=|=|=|=|2天前|=|=|=|=|=|=|=|=|=|=

ja
十三|十六|十八|二十一|二十五|二十八|三十一|三十四|三十七|四十二|四十六|四十九|五十三|五十七|五十八|六十二|六十七|七十一|七十六|七十九|八十三|八十八|九十一|九十五|九十九|百五|百十二|百十七|百二十四|百三十八|百五十|
百六十三|百七十六|百八十一|百九十九|二百四|二百四十三|二百七十七|三百十二|三百六十五||{y}年#月{d}日|1|2|3|4|5|6|7|8|9|10|11|12||月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日||3|1|4|11|
2|6|7|0|9|5|8|10||2日後|=|=|=|=|=|=|=|=|=|=|2日前|=|=|=|=|=|=|=|=|=|=

ko
십삼|십육|십팔|이십일|이십오|이십팔|삼십일|삼십사|삼십칠|사십이|사십육|사십구|오십삼|오십칠|오십팔|육십이|육십칠|칠십일|칠십육|칠십구|팔십삼|팔십팔|구십일|구십오|구십구|백오|백십이|백십칠|백이십사|백삼십팔|백오십|
백육십삼|백칠십육|백팔십일|백구십구|이백사|이백사십삼|이백칠십칠|삼백십이|삼백육십오||{y}년 #월 {d}일|1|2|3|4|5|6|7|8|9|10|11|12||월요일|화요일|수요일|목요일|금요일|토요일|일요일||7|11|5|
3|0|9|8|6|4|1|10|2||2일 후|=|=|=|=|=|=|=|=|=|=|2일 전|=|=|=|=|=|=|=|=|=|=

vi
mười ba|mười sáu|mười tám|hai mươi mốt|hai mươi lăm|hai mươi tám|ba mươi mốt|ba mươi bốn|ba mươi bảy|bốn mươi hai|
bốn mươi sáu|bốn mươi chín|năm mươi ba|năm mươi bảy|năm mươi tám|sáu mươi hai|sáu mươi bảy|bảy mươi mốt|bảy mươi sáu|
bảy mươi chín|tám mươi ba|tám mươi tám|chín mươi mốt|chín mươi lăm|chín mươi chín|một trăm lẻ năm|một trăm mười hai|
một trăm mười bảy|một trăm hai mươi bốn|một trăm ba mươi tám|một trăm năm mươi|một trăm sáu mươi ba|một trăm bảy mươi sáu|
một trăm tám mươi mốt|một trăm chín mươi chín|hai trăm lẻ bốn|hai trăm bốn mươi ba|hai trăm bảy mươi bảy|ba trăm mười hai|
ba trăm sáu mươi lăm||{d} tháng # năm {y}|1|2|3|4|5|6|7|8|9|10|11|12||thứ Hai|thứ Ba|thứ Tư|thứ Năm|thứ Sáu|thứ Bảy|Chủ nhật||
8|6|11|9|10|7|2|0|1|3|4|5||sau 2 ngày nữa|=|=|=|=|=|=|=|=|=|=|2 ngày trước|=|=|=|=|=|=|=|=|=|=
`;
