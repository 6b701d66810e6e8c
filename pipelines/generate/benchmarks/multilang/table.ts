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
three hundred twelve|three hundred sixty-five||January {d}, {y}|February {d}, {y}|March {d}, {y}|April {d}, {y}|May {d}, {y}|
June {d}, {y}|July {d}, {y}|August {d}, {y}|September {d}, {y}|October {d}, {y}|November {d}, {y}|December {d}, {y}||Monday|
Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday||1|5|6|4|0|2|3||in 2 days|in 3 days|in 4 days|in 5 days|in 6 days|in 8 days|
in 9 days|in 10 days|in 11 days|in 12 days|in 13 days|2 days ago|3 days ago|4 days ago|5 days ago|6 days ago|8 days ago|
9 days ago|10 days ago|11 days ago|12 days ago|13 days ago

de
dreizehn|sechzehn|achtzehn|einundzwanzig|fünfundzwanzig|achtundzwanzig|einunddreißig|vierunddreißig|siebenunddreißig|
zweiundvierzig|sechsundvierzig|neunundvierzig|dreiundfünfzig|siebenundfünfzig|achtundfünfzig|zweiundsechzig|siebenundsechzig|
einundsiebzig|sechsundsiebzig|neunundsiebzig|dreiundachtzig|achtundachtzig|einundneunzig|fünfundneunzig|neunundneunzig|
einhundertfünf|einhundertzwölf|einhundertsiebzehn|einhundertvierundzwanzig|einhundertachtunddreißig|einhundertfünfzig|
einhundertdreiundsechzig|einhundertsechsundsiebzig|einhunderteinundachtzig|einhundertneunundneunzig|zweihundertvier|
zweihundertdreiundvierzig|zweihundertsiebenundsiebzig|dreihundertzwölf|dreihundertfünfundsechzig||{d}. Januar {y}|
{d}. Februar {y}|{d}. März {y}|{d}. April {y}|{d}. Mai {y}|{d}. Juni {y}|{d}. Juli {y}|{d}. August {y}|{d}. September {y}|
{d}. Oktober {y}|{d}. November {y}|{d}. Dezember {y}||Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag||4|0|3|1|2|
5|6||in 2 Tagen|in 3 Tagen|in 4 Tagen|in 5 Tagen|in 6 Tagen|in 8 Tagen|in 9 Tagen|in 10 Tagen|in 11 Tagen|in 12 Tagen|
in 13 Tagen|vor 2 Tagen|vor 3 Tagen|vor 4 Tagen|vor 5 Tagen|vor 6 Tagen|vor 8 Tagen|vor 9 Tagen|vor 10 Tagen|vor 11 Tagen|
vor 12 Tagen|vor 13 Tagen

fr
treize|seize|dix-huit|vingt et un|vingt-cinq|vingt-huit|trente et un|trente-quatre|trente-sept|quarante-deux|quarante-six|
quarante-neuf|cinquante-trois|cinquante-sept|cinquante-huit|soixante-deux|soixante-sept|soixante et onze|soixante-seize|
soixante-dix-neuf|quatre-vingt-trois|quatre-vingt-huit|quatre-vingt-onze|quatre-vingt-quinze|quatre-vingt-dix-neuf|cent cinq|
cent douze|cent dix-sept|cent vingt-quatre|cent trente-huit|cent cinquante|cent soixante-trois|cent soixante-seize|
cent quatre-vingt-un|cent quatre-vingt-dix-neuf|deux cent quatre|deux cent quarante-trois|deux cent soixante-dix-sept|
trois cent douze|trois cent soixante-cinq||{d} janvier {y}|{d} février {y}|{d} mars {y}|{d} avril {y}|{d} mai {y}|
{d} juin {y}|{d} juillet {y}|{d} août {y}|{d} septembre {y}|{d} octobre {y}|{d} novembre {y}|{d} décembre {y}||lundi|mardi|
mercredi|jeudi|vendredi|samedi|dimanche||2|3|4|1|6|5|0||dans 2 jours|dans 3 jours|dans 4 jours|dans 5 jours|dans 6 jours|
dans 8 jours|dans 9 jours|dans 10 jours|dans 11 jours|dans 12 jours|dans 13 jours|il y a 2 jours|il y a 3 jours|
il y a 4 jours|il y a 5 jours|il y a 6 jours|il y a 8 jours|il y a 9 jours|il y a 10 jours|il y a 11 jours|il y a 12 jours|
il y a 13 jours

es
trece|dieciséis|dieciocho|veintiuno|veinticinco|veintiocho|treinta y uno|treinta y cuatro|treinta y siete|cuarenta y dos|
cuarenta y seis|cuarenta y nueve|cincuenta y tres|cincuenta y siete|cincuenta y ocho|sesenta y dos|sesenta y siete|
setenta y uno|setenta y seis|setenta y nueve|ochenta y tres|ochenta y ocho|noventa y uno|noventa y cinco|noventa y nueve|
ciento cinco|ciento doce|ciento diecisiete|ciento veinticuatro|ciento treinta y ocho|ciento cincuenta|ciento sesenta y tres|
ciento setenta y seis|ciento ochenta y uno|ciento noventa y nueve|doscientos cuatro|doscientos cuarenta y tres|
doscientos setenta y siete|trescientos doce|trescientos sesenta y cinco||{d} de enero de {y}|{d} de febrero de {y}|
{d} de marzo de {y}|{d} de abril de {y}|{d} de mayo de {y}|{d} de junio de {y}|{d} de julio de {y}|{d} de agosto de {y}|
{d} de septiembre de {y}|{d} de octubre de {y}|{d} de noviembre de {y}|{d} de diciembre de {y}||lunes|martes|miércoles|jueves|
viernes|sábado|domingo||2|3|4|1|6|5|0||dentro de 2 días|dentro de 3 días|dentro de 4 días|dentro de 5 días|dentro de 6 días|
dentro de 8 días|dentro de 9 días|dentro de 10 días|dentro de 11 días|dentro de 12 días|dentro de 13 días|hace 2 días|
hace 3 días|hace 4 días|hace 5 días|hace 6 días|hace 8 días|hace 9 días|hace 10 días|hace 11 días|hace 12 días|hace 13 días

it
tredici|sedici|diciotto|ventuno|venticinque|ventotto|trentuno|trentaquattro|trentasette|quarantadue|quarantasei|quarantanove|
cinquantatré|cinquantasette|cinquantotto|sessantadue|sessantasette|settantuno|settantasei|settantanove|ottantatré|ottantotto|
novantuno|novantacinque|novantanove|centocinque|centododici|centodiciassette|centoventiquattro|centotrentotto|centocinquanta|
centosessantatré|centosettantasei|centottantuno|centonovantanove|duecentoquattro|duecentoquarantatré|duecentosettantasette|
trecentododici|trecentosessantacinque||{d} gennaio {y}|{d} febbraio {y}|{d} marzo {y}|{d} aprile {y}|{d} maggio {y}|
{d} giugno {y}|{d} luglio {y}|{d} agosto {y}|{d} settembre {y}|{d} ottobre {y}|{d} novembre {y}|{d} dicembre {y}||lunedì|
martedì|mercoledì|giovedì|venerdì|sabato|domenica||2|3|4|1|6|5|0||tra 2 giorni|tra 3 giorni|tra 4 giorni|tra 5 giorni|
tra 6 giorni|tra 8 giorni|tra 9 giorni|tra 10 giorni|tra 11 giorni|tra 12 giorni|tra 13 giorni|2 giorni fa|3 giorni fa|
4 giorni fa|5 giorni fa|6 giorni fa|8 giorni fa|9 giorni fa|10 giorni fa|11 giorni fa|12 giorni fa|13 giorni fa

pt
treze|dezasseis|dezoito|vinte e um|vinte e cinco|vinte e oito|trinta e um|trinta e quatro|trinta e sete|quarenta e dois|
quarenta e seis|quarenta e nove|cinquenta e três|cinquenta e sete|cinquenta e oito|sessenta e dois|sessenta e sete|
setenta e um|setenta e seis|setenta e nove|oitenta e três|oitenta e oito|noventa e um|noventa e cinco|noventa e nove|
cento e cinco|cento e doze|cento e dezassete|cento e vinte e quatro|cento e trinta e oito|cento e cinquenta|
cento e sessenta e três|cento e setenta e seis|cento e oitenta e um|cento e noventa e nove|duzentos e quatro|
duzentos e quarenta e três|duzentos e setenta e sete|trezentos e doze|trezentos e sessenta e cinco||{d} de janeiro de {y}|
{d} de fevereiro de {y}|{d} de março de {y}|{d} de abril de {y}|{d} de maio de {y}|{d} de junho de {y}|{d} de julho de {y}|
{d} de agosto de {y}|{d} de setembro de {y}|{d} de outubro de {y}|{d} de novembro de {y}|{d} de dezembro de {y}||
segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo||4|6|1|2|5|3|0||em 2 dias|em 3 dias|em 4 dias|
em 5 dias|em 6 dias|em 8 dias|em 9 dias|em 10 dias|em 11 dias|em 12 dias|em 13 dias|há 2 dias|há 3 dias|há 4 dias|há 5 dias|
há 6 dias|há 8 dias|há 9 dias|há 10 dias|há 11 dias|há 12 dias|há 13 dias

nl
dertien|zestien|achttien|eenentwintig|vijfentwintig|achtentwintig|eenendertig|vierendertig|zevenendertig|tweeënveertig|
zesenveertig|negenenveertig|drieënvijftig|zevenenvijftig|achtenvijftig|tweeënzestig|zevenenzestig|eenenzeventig|zesenzeventig|
negenenzeventig|drieëntachtig|achtentachtig|eenennegentig|vijfennegentig|negenennegentig|honderdvijf|honderdtwaalf|
honderdzeventien|honderdvierentwintig|honderdachtendertig|honderdvijftig|honderddrieënzestig|honderdzesenzeventig|
honderdeenentachtig|honderdnegenennegentig|tweehonderdvier|tweehonderddrieënveertig|tweehonderdzevenenzeventig|
driehonderdtwaalf|driehonderdvijfenzestig||{d} januari {y}|{d} februari {y}|{d} maart {y}|{d} april {y}|{d} mei {y}|
{d} juni {y}|{d} juli {y}|{d} augustus {y}|{d} september {y}|{d} oktober {y}|{d} november {y}|{d} december {y}||maandag|
dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag||2|0|4|1|3|5|6||over 2 dagen|over 3 dagen|over 4 dagen|over 5 dagen|
over 6 dagen|over 8 dagen|over 9 dagen|over 10 dagen|over 11 dagen|over 12 dagen|over 13 dagen|2 dagen geleden|
3 dagen geleden|4 dagen geleden|5 dagen geleden|6 dagen geleden|8 dagen geleden|9 dagen geleden|10 dagen geleden|
11 dagen geleden|12 dagen geleden|13 dagen geleden

sv
tretton|sexton|arton|tjugoett|tjugofem|tjugoåtta|trettioett|trettiofyra|trettiosju|fyrtiotvå|fyrtiosex|fyrtionio|femtiotre|
femtiosju|femtioåtta|sextiotvå|sextiosju|sjuttioett|sjuttiosex|sjuttionio|åttiotre|åttioåtta|nittioett|nittiofem|nittionio|
hundra fem|hundra tolv|hundra sjutton|hundra tjugofyra|hundra trettioåtta|hundra femtio|hundra sextiotre|hundra sjuttiosex|
hundra åttioett|hundra nittionio|två hundra fyra|två hundra fyrtiotre|två hundra sjuttiosju|tre hundra tolv|
tre hundra sextiofem||{d} januari {y}|{d} februari {y}|{d} mars {y}|{d} april {y}|{d} maj {y}|{d} juni {y}|{d} juli {y}|
{d} augusti {y}|{d} september {y}|{d} oktober {y}|{d} november {y}|{d} december {y}||måndag|tisdag|onsdag|torsdag|fredag|
lördag|söndag||2|5|3|6|0|1|4||om 2 dagar|om 3 dagar|om 4 dagar|om 5 dagar|om 6 dagar|om 8 dagar|om 9 dagar|om 10 dagar|
om 11 dagar|om 12 dagar|om 13 dagar|för 2 dagar sedan|för 3 dagar sedan|för 4 dagar sedan|för 5 dagar sedan|för 6 dagar sedan|
för 8 dagar sedan|för 9 dagar sedan|för 10 dagar sedan|för 11 dagar sedan|för 12 dagar sedan|för 13 dagar sedan

da
tretten|seksten|atten|enogtyve|femogtyve|otteogtyve|enogtredive|fireogtredive|syvogtredive|toogfyrre|seksogfyrre|niogfyrre|
treoghalvtreds|syvoghalvtreds|otteoghalvtreds|toogtres|syvogtres|enoghalvfjerds|seksoghalvfjerds|nioghalvfjerds|treogfirs|
otteogfirs|enoghalvfems|femoghalvfems|nioghalvfems|ethundrede og fem|ethundrede og tolv|ethundrede og sytten|
ethundrede og fireogtyve|ethundrede og otteogtredive|ethundrede og halvtreds|ethundrede og treogtres|
ethundrede og seksoghalvfjerds|ethundrede og enogfirs|ethundrede og nioghalvfems|tohundrede og fire|tohundrede og treogfyrre|
tohundrede og syvoghalvfjerds|trehundrede og tolv|trehundrede og femogtres||{d}. januar {y}|{d}. februar {y}|{d}. marts {y}|
{d}. april {y}|{d}. maj {y}|{d}. juni {y}|{d}. juli {y}|{d}. august {y}|{d}. september {y}|{d}. oktober {y}|{d}. november {y}|
{d}. december {y}||mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag||2|5|3|6|0|1|4||om 2 dage|om 3 dage|om 4 dage|om 5 dage|
om 6 dage|om 8 dage|om 9 dage|om 10 dage|om 11 dage|om 12 dage|om 13 dage|for 2 dage siden|for 3 dage siden|for 4 dage siden|
for 5 dage siden|for 6 dage siden|for 8 dage siden|for 9 dage siden|for 10 dage siden|for 11 dage siden|for 12 dage siden|
for 13 dage siden

pl
trzynaście|szesnaście|osiemnaście|dwadzieścia jeden|dwadzieścia pięć|dwadzieścia osiem|trzydzieści jeden|trzydzieści cztery|
trzydzieści siedem|czterdzieści dwa|czterdzieści sześć|czterdzieści dziewięć|pięćdziesiąt trzy|pięćdziesiąt siedem|
pięćdziesiąt osiem|sześćdziesiąt dwa|sześćdziesiąt siedem|siedemdziesiąt jeden|siedemdziesiąt sześć|siedemdziesiąt dziewięć|
osiemdziesiąt trzy|osiemdziesiąt osiem|dziewięćdziesiąt jeden|dziewięćdziesiąt pięć|dziewięćdziesiąt dziewięć|sto pięć|
sto dwanaście|sto siedemnaście|sto dwadzieścia cztery|sto trzydzieści osiem|sto pięćdziesiąt|sto sześćdziesiąt trzy|
sto siedemdziesiąt sześć|sto osiemdziesiąt jeden|sto dziewięćdziesiąt dziewięć|dwieście cztery|dwieście czterdzieści trzy|
dwieście siedemdziesiąt siedem|trzysta dwanaście|trzysta sześćdziesiąt pięć||{d} stycznia {y}|{d} lutego {y}|{d} marca {y}|
{d} kwietnia {y}|{d} maja {y}|{d} czerwca {y}|{d} lipca {y}|{d} sierpnia {y}|{d} września {y}|{d} października {y}|
{d} listopada {y}|{d} grudnia {y}||poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela||3|6|5|0|2|4|1||za 2 dni|
za 3 dni|za 4 dni|za 5 dni|za 6 dni|za 8 dni|za 9 dni|za 10 dni|za 11 dni|za 12 dni|za 13 dni|2 dni temu|3 dni temu|
4 dni temu|5 dni temu|6 dni temu|8 dni temu|9 dni temu|10 dni temu|11 dni temu|12 dni temu|13 dni temu

cs
třináct|šestnáct|osmnáct|dvacet jedna|dvacet pět|dvacet osm|třicet jedna|třicet čtyři|třicet sedm|čtyřicet dva|čtyřicet šest|
čtyřicet devět|padesát tři|padesát sedm|padesát osm|šedesát dva|šedesát sedm|sedmdesát jedna|sedmdesát šest|sedmdesát devět|
osmdesát tři|osmdesát osm|devadesát jedna|devadesát pět|devadesát devět|sto pět|sto dvanáct|sto sedmnáct|sto dvacet čtyři|
sto třicet osm|sto padesát|sto šedesát tři|sto sedmdesát šest|sto osmdesát jedna|sto devadesát devět|dvě stě čtyři|
dvě stě čtyřicet tři|dvě stě sedmdesát sedm|tři sta dvanáct|tři sta šedesát pět||{d}. ledna {y}|{d}. února {y}|
{d}. března {y}|{d}. dubna {y}|{d}. května {y}|{d}. června {y}|{d}. července {y}|{d}. srpna {y}|{d}. září {y}|{d}. října {y}|
{d}. listopadu {y}|{d}. prosince {y}||pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle||3|6|5|0|2|4|1||za 2 dny|za 3 dny|
za 4 dny|za 5 dní|za 6 dní|za 8 dní|za 9 dní|za 10 dní|za 11 dní|za 12 dní|za 13 dní|před 2 dny|před 3 dny|před 4 dny|
před 5 dny|před 6 dny|před 8 dny|před 9 dny|před 10 dny|před 11 dny|před 12 dny|před 13 dny

ru
тринадцать|шестнадцать|восемнадцать|двадцать один|двадцать пять|двадцать восемь|тридцать один|тридцать четыре|тридцать семь|
сорок два|сорок шесть|сорок девять|пятьдесят три|пятьдесят семь|пятьдесят восемь|шестьдесят два|шестьдесят семь|
семьдесят один|семьдесят шесть|семьдесят девять|восемьдесят три|восемьдесят восемь|девяносто один|девяносто пять|
девяносто девять|сто пять|сто двенадцать|сто семнадцать|сто двадцать четыре|сто тридцать восемь|сто пятьдесят|
сто шестьдесят три|сто семьдесят шесть|сто восемьдесят один|сто девяносто девять|двести четыре|двести сорок три|
двести семьдесят семь|триста двенадцать|триста шестьдесят пять||{d} января {y} г.|{d} февраля {y} г.|{d} марта {y} г.|
{d} апреля {y} г.|{d} мая {y} г.|{d} июня {y} г.|{d} июля {y} г.|{d} августа {y} г.|{d} сентября {y} г.|{d} октября {y} г.|
{d} ноября {y} г.|{d} декабря {y} г.||понедельник|вторник|среда|четверг|пятница|суббота|воскресенье||2|1|4|6|3|5|0||
через 2 дня|через 3 дня|через 4 дня|через 5 дней|через 6 дней|через 8 дней|через 9 дней|через 10 дней|через 11 дней|
через 12 дней|через 13 дней|2 дня назад|3 дня назад|4 дня назад|5 дней назад|6 дней назад|8 дней назад|9 дней назад|
10 дней назад|11 дней назад|12 дней назад|13 дней назад

uk
тринадцять|шістнадцять|вісімнадцять|двадцять один|двадцять п'ять|двадцять вісім|тридцять один|тридцять чотири|тридцять сім|
сорок два|сорок шість|сорок дев'ять|п'ятдесят три|п'ятдесят сім|п'ятдесят вісім|шістдесят два|шістдесят сім|сімдесят один|
сімдесят шість|сімдесят дев'ять|вісімдесят три|вісімдесят вісім|дев'яносто один|дев'яносто п'ять|дев'яносто дев'ять|сто п'ять|
сто дванадцять|сто сімнадцять|сто двадцять чотири|сто тридцять вісім|сто п'ятдесят|сто шістдесят три|сто сімдесят шість|
сто вісімдесят один|сто дев'яносто дев'ять|двісті чотири|двісті сорок три|двісті сімдесят сім|триста дванадцять|
триста шістдесят п'ять||{d} січня {y} р.|{d} лютого {y} р.|{d} березня {y} р.|{d} квітня {y} р.|{d} травня {y} р.|
{d} червня {y} р.|{d} липня {y} р.|{d} серпня {y} р.|{d} вересня {y} р.|{d} жовтня {y} р.|{d} листопада {y} р.|
{d} грудня {y} р.||понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя||2|0|4|6|3|5|1||через 2 дні|через 3 дні|
через 4 дні|через 5 днів|через 6 днів|через 8 днів|через 9 днів|через 10 днів|через 11 днів|через 12 днів|через 13 днів|
2 дні тому|3 дні тому|4 дні тому|5 днів тому|6 днів тому|8 днів тому|9 днів тому|10 днів тому|11 днів тому|12 днів тому|
13 днів тому

tr
on üç|on altı|on sekiz|yirmi bir|yirmi beş|yirmi sekiz|otuz bir|otuz dört|otuz yedi|kırk iki|kırk altı|kırk dokuz|elli üç|
elli yedi|elli sekiz|altmış iki|altmış yedi|yetmiş bir|yetmiş altı|yetmiş dokuz|seksen üç|seksen sekiz|doksan bir|doksan beş|
doksan dokuz|yüz beş|yüz on iki|yüz on yedi|yüz yirmi dört|yüz otuz sekiz|yüz elli|yüz altmış üç|yüz yetmiş altı|
yüz seksen bir|yüz doksan dokuz|iki yüz dört|iki yüz kırk üç|iki yüz yetmiş yedi|üç yüz on iki|üç yüz altmış beş||
{d} Ocak {y}|{d} Şubat {y}|{d} Mart {y}|{d} Nisan {y}|{d} Mayıs {y}|{d} Haziran {y}|{d} Temmuz {y}|{d} Ağustos {y}|
{d} Eylül {y}|{d} Ekim {y}|{d} Kasım {y}|{d} Aralık {y}||Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar||4|6|2|5|0|1|3|
|2 gün sonra|3 gün sonra|4 gün sonra|5 gün sonra|6 gün sonra|8 gün sonra|9 gün sonra|10 gün sonra|11 gün sonra|12 gün sonra|
13 gün sonra|2 gün önce|3 gün önce|4 gün önce|5 gün önce|6 gün önce|8 gün önce|9 gün önce|10 gün önce|11 gün önce|12 gün önce|
13 gün önce

ro
treisprezece|șaisprezece|optsprezece|douăzeci și unu|douăzeci și cinci|douăzeci și opt|treizeci și unu|treizeci și patru|
treizeci și șapte|patruzeci și doi|patruzeci și șase|patruzeci și nouă|cincizeci și trei|cincizeci și șapte|cincizeci și opt|
șaizeci și doi|șaizeci și șapte|șaptezeci și unu|șaptezeci și șase|șaptezeci și nouă|optzeci și trei|optzeci și opt|
nouăzeci și unu|nouăzeci și cinci|nouăzeci și nouă|o sută cinci|o sută douăsprezece|o sută șaptesprezece|
o sută douăzeci și patru|o sută treizeci și opt|o sută cincizeci|o sută șaizeci și trei|o sută șaptezeci și șase|
o sută optzeci și unu|o sută nouăzeci și nouă|două sute patru|două sute patruzeci și trei|două sute șaptezeci și șapte|
trei sute douăsprezece|trei sute șaizeci și cinci||{d} ianuarie {y}|{d} februarie {y}|{d} martie {y}|{d} aprilie {y}|
{d} mai {y}|{d} iunie {y}|{d} iulie {y}|{d} august {y}|{d} septembrie {y}|{d} octombrie {y}|{d} noiembrie {y}|
{d} decembrie {y}||luni|marți|miercuri|joi|vineri|sâmbătă|duminică||2|3|4|1|6|5|0||peste 2 zile|peste 3 zile|peste 4 zile|
peste 5 zile|peste 6 zile|peste 8 zile|peste 9 zile|peste 10 zile|peste 11 zile|peste 12 zile|peste 13 zile|acum 2 zile|
acum 3 zile|acum 4 zile|acum 5 zile|acum 6 zile|acum 8 zile|acum 9 zile|acum 10 zile|acum 11 zile|acum 12 zile|acum 13 zile

hu
tizenhárom|tizenhat|tizennyolc|huszonegy|huszonöt|huszonnyolc|harmincegy|harmincnégy|harminchét|negyvenkettő|negyvenhat|
negyvenkilenc|ötvenhárom|ötvenhét|ötvennyolc|hatvankettő|hatvanhét|hetvenegy|hetvenhat|hetvenkilenc|nyolcvanhárom|
nyolcvannyolc|kilencvenegy|kilencvenöt|kilencvenkilenc|százöt|száztizenkettő|száztizenhét|százhuszonnégy|százharmincnyolc|
százötven|százhatvanhárom|százhetvenhat|száznyolcvanegy|százkilencvenkilenc|kétszáznégy|kétszáznegyvenhárom|kétszázhetvenhét|
háromszáztizenkettő|háromszázhatvanöt||{y}. január {d}.|{y}. február {d}.|{y}. március {d}.|{y}. április {d}.|{y}. május {d}.|
{y}. június {d}.|{y}. július {d}.|{y}. augusztus {d}.|{y}. szeptember {d}.|{y}. október {d}.|{y}. november {d}.|
{y}. december {d}.||hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap||1|2|4|0|3|5|6||2 nap múlva|3 nap múlva|4 nap múlva|
5 nap múlva|6 nap múlva|8 nap múlva|9 nap múlva|10 nap múlva|11 nap múlva|12 nap múlva|13 nap múlva|2 nappal ezelőtt|
3 nappal ezelőtt|4 nappal ezelőtt|5 nappal ezelőtt|6 nappal ezelőtt|8 nappal ezelőtt|9 nappal ezelőtt|10 nappal ezelőtt|
11 nappal ezelőtt|12 nappal ezelőtt|13 nappal ezelőtt

ar
ثلاثة عشر|ستة عشر|ثمانية عشر|واحد وعشرون|خمسة وعشرون|ثمانية وعشرون|واحد وثلاثون|أربعة وثلاثون|سبعة وثلاثون|اثنان وأربعون|
ستة وأربعون|تسعة وأربعون|ثلاثة وخمسون|سبعة وخمسون|ثمانية وخمسون|اثنان وستون|سبعة وستون|واحد وسبعون|ستة وسبعون|تسعة وسبعون|
ثلاثة وثمانون|ثمانية وثمانون|واحد وتسعون|خمسة وتسعون|تسعة وتسعون|مائة وخمسة|مائة واثنا عشر|مائة وسبعة عشر|مائة وأربعة وعشرون|
مائة وثمانية وثلاثون|مائة وخمسون|مائة وثلاثة وستون|مائة وستة وسبعون|مائة وواحد وثمانون|مائة وتسعة وتسعون|مئتان وأربعة|
مئتان وثلاثة وأربعون|مئتان وسبعة وسبعون|ثلاثمائة واثنا عشر|ثلاثمائة وخمسة وستون||{d} يناير {y}|{d} فبراير {y}|{d} مارس {y}|
{d} أبريل {y}|{d} مايو {y}|{d} يونيو {y}|{d} يوليو {y}|{d} أغسطس {y}|{d} سبتمبر {y}|{d} أكتوبر {y}|{d} نوفمبر {y}|
{d} ديسمبر {y}||الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد||0|3|2|5|4|6|1||خلال يومين|خلال 3 أيام|خلال 4 أيام|
خلال 5 أيام|خلال 6 أيام|خلال 8 أيام|خلال 9 أيام|خلال 10 أيام|خلال 11 يومًا|خلال 12 يومًا|خلال 13 يومًا|قبل يومين|قبل 3 أيام|
قبل 4 أيام|قبل 5 أيام|قبل 6 أيام|قبل 8 أيام|قبل 9 أيام|قبل 10 أيام|قبل 11 يومًا|قبل 12 يومًا|قبل 13 يومًا

hi
तेरह|सोलह|अठारह|इक्कीस|पच्चीस|अट्ठाईस|इकतीस|चौंतीस|सैंतीस|बयालीस|छियालीस|उनचास|तिरपन|सत्तावन|अट्ठावन|बासठ|सड़सठ|इकहत्तर|
छिहत्तर|उन्यासी|तिरासी|अट्ठासी|इक्यानवे|पचानवे|निन्यानवे|एक सौ पाँच|एक सौ बारह|एक सौ सत्रह|एक सौ चौबीस|एक सौ अड़तीस|
एक सौ पचास|एक सौ तिरसठ|एक सौ छिहत्तर|एक सौ इक्यासी|एक सौ निन्यानवे|दो सौ चार|दो सौ तेतालीस|दो सौ सतहत्तर|तीन सौ बारह|
तीन सौ पैंसठ||{d} जनवरी {y}|{d} फ़रवरी {y}|{d} मार्च {y}|{d} अप्रैल {y}|{d} मई {y}|{d} जून {y}|{d} जुलाई {y}|{d} अगस्त {y}|
{d} सितंबर {y}|{d} अक्टूबर {y}|{d} नवंबर {y}|{d} दिसंबर {y}||सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार||6|2|1|0|5|
4|3||2 दिन में|3 दिन में|4 दिन में|5 दिन में|6 दिन में|8 दिन में|9 दिन में|10 दिन में|11 दिन में|12 दिन में|13 दिन में|
2 दिन पहले|3 दिन पहले|4 दिन पहले|5 दिन पहले|6 दिन पहले|8 दिन पहले|9 दिन पहले|10 दिन पहले|11 दिन पहले|12 दिन पहले|13 दिन पहले

zh
十三|十六|十八|二十一|二十五|二十八|三十一|三十四|三十七|四十二|四十六|四十九|五十三|五十七|五十八|六十二|六十七|七十一|七十六|七十九|八十三|八十八|九十一|九十五|九十九|一百零五|一百一十二|一百一十七|一百二十四|一百三十八|
一百五十|一百六十三|一百七十六|一百八十一|一百九十九|二百零四|二百四十三|二百七十七|三百一十二|三百六十五||{y}年1月{d}日|{y}年2月{d}日|{y}年3月{d}日|{y}年4月{d}日|{y}年5月{d}日|{y}年6月{d}日|
{y}年7月{d}日|{y}年8月{d}日|{y}年9月{d}日|{y}年10月{d}日|{y}年11月{d}日|{y}年12月{d}日||星期一|星期二|星期三|星期四|星期五|星期六|星期日||6|0|3|4|5|1|2||2天后|3天后|4天后|
5天后|6天后|8天后|9天后|10天后|11天后|12天后|13天后|2天前|3天前|4天前|5天前|6天前|8天前|9天前|10天前|11天前|12天前|13天前

ja
十三|十六|十八|二十一|二十五|二十八|三十一|三十四|三十七|四十二|四十六|四十九|五十三|五十七|五十八|六十二|六十七|七十一|七十六|七十九|八十三|八十八|九十一|九十五|九十九|百五|百十二|百十七|百二十四|百三十八|百五十|
百六十三|百七十六|百八十一|百九十九|二百四|二百四十三|二百七十七|三百十二|三百六十五||{y}年1月{d}日|{y}年2月{d}日|{y}年3月{d}日|{y}年4月{d}日|{y}年5月{d}日|{y}年6月{d}日|{y}年7月{d}日|
{y}年8月{d}日|{y}年9月{d}日|{y}年10月{d}日|{y}年11月{d}日|{y}年12月{d}日||月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日||2|0|3|6|1|4|5||2 日後|3 日後|4 日後|5 日後|
6 日後|8 日後|9 日後|10 日後|11 日後|12 日後|13 日後|2 日前|3 日前|4 日前|5 日前|6 日前|8 日前|9 日前|10 日前|11 日前|12 日前|13 日前

ko
십삼|십육|십팔|이십일|이십오|이십팔|삼십일|삼십사|삼십칠|사십이|사십육|사십구|오십삼|오십칠|오십팔|육십이|육십칠|칠십일|칠십육|칠십구|팔십삼|팔십팔|구십일|구십오|구십구|백오|백십이|백십칠|백이십사|백삼십팔|백오십|
백육십삼|백칠십육|백팔십일|백구십구|이백사|이백사십삼|이백칠십칠|삼백십이|삼백육십오||{y}년 1월 {d}일|{y}년 2월 {d}일|{y}년 3월 {d}일|{y}년 4월 {d}일|{y}년 5월 {d}일|{y}년 6월 {d}일|
{y}년 7월 {d}일|{y}년 8월 {d}일|{y}년 9월 {d}일|{y}년 10월 {d}일|{y}년 11월 {d}일|{y}년 12월 {d}일||월요일|화요일|수요일|목요일|금요일|토요일|일요일||3|6|2|1|0|5|4||
2일 후|3일 후|4일 후|5일 후|6일 후|8일 후|9일 후|10일 후|11일 후|12일 후|13일 후|2일 전|3일 전|4일 전|5일 전|6일 전|8일 전|9일 전|10일 전|11일 전|12일 전|13일 전

vi
mười ba|mười sáu|mười tám|hai mươi mốt|hai mươi lăm|hai mươi tám|ba mươi mốt|ba mươi bốn|ba mươi bảy|bốn mươi hai|
bốn mươi sáu|bốn mươi chín|năm mươi ba|năm mươi bảy|năm mươi tám|sáu mươi hai|sáu mươi bảy|bảy mươi mốt|bảy mươi sáu|
bảy mươi chín|tám mươi ba|tám mươi tám|chín mươi mốt|chín mươi lăm|chín mươi chín|một trăm lẻ năm|một trăm mười hai|
một trăm mười bảy|một trăm hai mươi bốn|một trăm ba mươi tám|một trăm năm mươi|một trăm sáu mươi ba|một trăm bảy mươi sáu|
một trăm tám mươi mốt|một trăm chín mươi chín|hai trăm lẻ bốn|hai trăm bốn mươi ba|hai trăm bảy mươi bảy|ba trăm mười hai|
ba trăm sáu mươi lăm||{d} tháng 1, {y}|{d} tháng 2, {y}|{d} tháng 3, {y}|{d} tháng 4, {y}|{d} tháng 5, {y}|{d} tháng 6, {y}|
{d} tháng 7, {y}|{d} tháng 8, {y}|{d} tháng 9, {y}|{d} tháng 10, {y}|{d} tháng 11, {y}|{d} tháng 12, {y}||Thứ Hai|Thứ Ba|
Thứ Tư|Thứ Năm|Thứ Sáu|Thứ Bảy|Chủ Nhật||3|1|6|4|5|2|0||sau 2 ngày nữa|sau 3 ngày nữa|sau 4 ngày nữa|sau 5 ngày nữa|
sau 6 ngày nữa|sau 8 ngày nữa|sau 9 ngày nữa|sau 10 ngày nữa|sau 11 ngày nữa|sau 12 ngày nữa|sau 13 ngày nữa|2 ngày trước|
3 ngày trước|4 ngày trước|5 ngày trước|6 ngày trước|8 ngày trước|9 ngày trước|10 ngày trước|11 ngày trước|12 ngày trước|
13 ngày trước
`;
