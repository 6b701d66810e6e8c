// Number words of the answer reader in 22 languages, for translators to edit; languages.ts reads them.
// A block is a language, with slashes between spellings of one number. `count` begins with 0. `tens` ends with 90 and begins with 10 or 20;
// `join` puts tens {t} and ones {o} together, `ones` are 1 to 9 there if they differ from `count`. `hundreds` are 100 to 900; `beyond` puts a
// hundred {h} and the rest {r} together, `low` a rest below 10 if that differs. `more` are other words. A second `count` begins a second way
// of counting.
export const NUMBERS_TABLE = `
en
count: zero/nought, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen,
  sixteen, seventeen, eighteen, nineteen
tens: twenty, thirty, forty/fourty, fifty, sixty, seventy, eighty, ninety
join: {t}-{o}, {t} {o}
hundreds: one hundred/a hundred/hundred, two hundred, three hundred, four hundred, five hundred, six hundred, seven hundred,
  eight hundred, nine hundred
beyond: {h} {r}, {h} and {r}
more: thousand=1000, one thousand=1000, a thousand=1000, million=1000000, one million=1000000, a million=1000000

de
count: null, eins/ein/eine/einen/einem/einer, zwei/zwo, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf,
  dreizehn, vierzehn, fünfzehn, sechzehn, siebzehn, achtzehn, neunzehn
tens: zwanzig, dreißig/dreissig, vierzig, fünfzig, sechzig, siebzig, achtzig, neunzig
ones: ein, zwei, drei, vier, fünf, sechs, sieben, acht, neun
join: {o}und{t}
hundreds: einhundert/hundert, zweihundert, dreihundert, vierhundert, fünfhundert, sechshundert, siebenhundert, achthundert,
  neunhundert
beyond: {h}{r}, {h}und{r}
more: tausend=1000, eintausend=1000, million=1000000, eine million=1000000

fr
count: zéro, un/une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze, treize, quatorze, quinze, seize,
  dix-sept, dix-huit, dix-neuf
tens: vingt, trente, quarante, cinquante, soixante, soixante-dix/septante, quatre-vingts/quatre-vingt/huitante/octante,
  quatre-vingt-dix/nonante
ones: un/une/et un/et-un/et une, deux, trois, quatre, cinq, six, sept, huit, neuf
join: {t}-{o}, {t} {o}
hundreds: cent, deux cents/deux cent, trois cents/trois cent, quatre cents/quatre cent, cinq cents/cinq cent,
  six cents/six cent, sept cents/sept cent, huit cents/huit cent, neuf cents/neuf cent
beyond: {h} {r}, {h}-{r}
more: soixante et onze=71, soixante-et-onze=71, soixante-douze=72, soixante-treize=73, soixante-quatorze=74,
  soixante-quinze=75, soixante-seize=76, quatre-vingt-onze=91, quatre-vingt-douze=92, quatre-vingt-treize=93,
  quatre-vingt-quatorze=94, quatre-vingt-quinze=95, quatre-vingt-seize=96, mille=1000, million=1000000, un million=1000000

es
count: cero, uno/un/una, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince,
  dieciséis/dieciseis, diecisiete, dieciocho, diecinueve, veinte, veintiuno/veintiún/veintiuna, veintidós/veintidos,
  veintitrés/veintitres, veinticuatro, veinticinco, veintiséis/veintiseis, veintisiete, veintiocho, veintinueve
tens: veinte, treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa
join: {t} y {o}
hundreds: cien/ciento, doscientos/doscientas, trescientos/trescientas, cuatrocientos/cuatrocientas, quinientos/quinientas,
  seiscientos/seiscientas, setecientos/setecientas, ochocientos/ochocientas, novecientos/novecientas
beyond: {h} {r}
more: mil=1000, un millón=1000000, millón=1000000

it
count: zero, uno/un/una, due, tre/tré, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici, tredici, quattordici,
  quindici, sedici, diciassette, diciotto, diciannove
tens: venti, trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta
ones: uno/un, due, tré/tre, quattro, cinque, sei, sette, otto, nove
join: {t}{o}, {t-}{o}
hundreds: cento, duecento, trecento, quattrocento, cinquecento, seicento, settecento, ottocento, novecento
beyond: {h}{r}, {h-}{r}, {h} {r}
more: mille=1000, milione=1000000, un milione=1000000

pt
count: zero, um/uma, dois/duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze, treze, catorze/quatorze,
  quinze, dezasseis/dezesseis, dezassete/dezessete, dezoito, dezanove/dezenove
tens: vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa
join: {t} e {o}
hundreds: cem/cento, duzentos/duzentas, trezentos/trezentas, quatrocentos/quatrocentas, quinhentos/quinhentas,
  seiscentos/seiscentas, setecentos/setecentas, oitocentos/oitocentas, novecentos/novecentas
beyond: {h} e {r}
more: mil=1000, milhão=1000000, um milhão=1000000

nl
count: nul, een/één/eén, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf, dertien, veertien, vijftien,
  zestien, zeventien, achttien, negentien
tens: twintig, dertig, veertig, vijftig, zestig, zeventig, tachtig, negentig
ones: een/één, twee, drie, vier, vijf, zes, zeven, acht, negen
join: {o}en{t}, {o}ën{t}
hundreds: honderd/eenhonderd, tweehonderd, driehonderd, vierhonderd, vijfhonderd, zeshonderd, zevenhonderd, achthonderd,
  negenhonderd
beyond: {h}{r}, {h}en{r}, {h} en {r}, {h} {r}
more: duizend=1000, miljoen=1000000, een miljoen=1000000, één miljoen=1000000

sv
count: noll, ett/en, två, tre, fyra, fem, sex, sju, åtta, nio, tio, elva, tolv, tretton, fjorton, femton, sexton, sjutton,
  arton, nitton
tens: tjugo, trettio, fyrtio, femtio, sextio, sjuttio, åttio, nittio
join: {t}{o}
hundreds: hundra/etthundra/ett hundra, två hundra/tvåhundra, tre hundra/trehundra, fyra hundra/fyrahundra,
  fem hundra/femhundra, sex hundra/sexhundra, sju hundra/sjuhundra, åtta hundra/åttahundra, nio hundra/niohundra
beyond: {h} {r}, {h}{r}, {h} och {r}
more: tusen=1000, ettusen=1000, ett tusen=1000, miljon=1000000, en miljon=1000000

da
count: nul, en/et/én/ét, to, tre, fire, fem, seks, syv, otte, ni, ti, elleve, tolv, tretten, fjorten, femten, seksten,
  sytten, atten, nitten
tens: tyve, tredive, fyrre/fyrretyve, halvtreds, tres/treds, halvfjerds,
  firs, halvfems
ones: en, to, tre, fire, fem, seks, syv, otte, ni
join: {o}og{t}
hundreds: ethundrede/hundrede/et hundrede, tohundrede/to hundrede, trehundrede/tre hundrede, firehundrede/fire hundrede,
  femhundrede/fem hundrede, sekshundrede/seks hundrede, syvhundrede/syv hundrede, ottehundrede/otte hundrede,
  nihundrede/ni hundrede
beyond: {h} og {r}, {h} {r}
more: tusind=1000, ettusind=1000, et tusind=1000, million=1000000, en million=1000000

pl
count: zero, jeden/jedna/jedno, dwa/dwie, trzy, cztery, pięć, sześć, siedem, osiem, dziewięć, dziesięć, jedenaście,
  dwanaście, trzynaście, czternaście, piętnaście, szesnaście, siedemnaście, osiemnaście, dziewiętnaście
tens: dwadzieścia, trzydzieści, czterdzieści, pięćdziesiąt, sześćdziesiąt, siedemdziesiąt, osiemdziesiąt, dziewięćdziesiąt
join: {t} {o}
hundreds: sto, dwieście, trzysta, czterysta, pięćset, sześćset, siedemset, osiemset, dziewięćset
beyond: {h} {r}
more: tysiąc=1000, jeden tysiąc=1000, milion=1000000, jeden milion=1000000

cs
count: nula, jedna/jeden/jedno, dva/dvě, tři, čtyři, pět, šest, sedm, osm, devět, deset, jedenáct, dvanáct, třináct,
  čtrnáct, patnáct, šestnáct, sedmnáct, osmnáct, devatenáct
tens: dvacet, třicet, čtyřicet, padesát, šedesát, sedmdesát, osmdesát, devadesát
join: {t} {o}, {o}a{t}
hundreds: sto, dvě stě, tři sta, čtyři sta, pět set, šest set, sedm set, osm set, devět set
beyond: {h} {r}
more: jednadvacet=21, jednatřicet=31, jednačtyřicet=41, jednapadesát=51, jednašedesát=61, jednasedmdesát=71,
  jednaosmdesát=81, jednadevadesát=91, tisíc=1000, jeden tisíc=1000, milion=1000000, jeden milion=1000000

ru
count: ноль/нуль, один/одна/одно, два/две, три, четыре, пять, шесть, семь, восемь, девять, десять, одиннадцать, двенадцать,
  тринадцать, четырнадцать, пятнадцать, шестнадцать, семнадцать, восемнадцать, девятнадцать
tens: двадцать, тридцать, сорок, пятьдесят, шестьдесят, семьдесят, восемьдесят, девяносто
join: {t} {o}
hundreds: сто, двести, триста, четыреста, пятьсот, шестьсот, семьсот, восемьсот, девятьсот
beyond: {h} {r}
more: тысяча=1000, одна тысяча=1000, миллион=1000000, один миллион=1000000

uk
count: нуль, один/одна/одне, два/дві, три, чотири, п'ять, шість, сім, вісім, дев'ять, десять, одинадцять, дванадцять,
  тринадцять, чотирнадцять, п'ятнадцять, шістнадцять, сімнадцять, вісімнадцять, дев'ятнадцять
tens: двадцять, тридцять, сорок, п'ятдесят, шістдесят, сімдесят, вісімдесят, дев'яносто
join: {t} {o}
hundreds: сто, двісті, триста, чотириста, п'ятсот, шістсот, сімсот, вісімсот, дев'ятсот
beyond: {h} {r}
more: тисяча=1000, одна тисяча=1000, мільйон=1000000, один мільйон=1000000

tr
count: sıfır, bir, iki, üç, dört, beş, altı, yedi, sekiz, dokuz, on
tens: on, yirmi, otuz, kırk, elli, altmış, yetmiş, seksen, doksan
join: {t} {o}, {t}{o}
hundreds: yüz, iki yüz/ikiyüz, üç yüz/üçyüz, dört yüz/dörtyüz, beş yüz/beşyüz, altı yüz/altıyüz, yedi yüz/yediyüz,
  sekiz yüz/sekizyüz, dokuz yüz/dokuzyüz
beyond: {h} {r}, {h}{r}
more: bin=1000, milyon=1000000, bir milyon=1000000

ro
count: zero, unu/una/un/o, doi/două, trei, patru, cinci, șase, șapte, opt, nouă, zece, unsprezece, doisprezece/douăsprezece,
  treisprezece, paisprezece, cincisprezece, șaisprezece, șaptesprezece, optsprezece, nouăsprezece
tens: douăzeci, treizeci, patruzeci, cincizeci, șaizeci, șaptezeci, optzeci, nouăzeci
join: {t} și {o}
hundreds: o sută/sută, două sute, trei sute, patru sute, cinci sute, șase sute, șapte sute, opt sute, nouă sute
beyond: {h} {r}, {h} și {r}
more: mie=1000, o mie=1000, milion=1000000, un milion=1000000

hu
count: nulla, egy, kettő/két, három, négy, öt, hat, hét, nyolc, kilenc, tíz, tizenegy, tizenkettő/tizenkét, tizenhárom,
  tizennégy, tizenöt, tizenhat, tizenhét, tizennyolc, tizenkilenc, húsz
tens: huszon, harminc, negyven, ötven, hatvan, hetven, nyolcvan, kilencven
join: {t}{o}
hundreds: száz/egyszáz, kétszáz/kettőszáz, háromszáz, négyszáz, ötszáz, hatszáz, hétszáz, nyolcszáz, kilencszáz
beyond: {h}{r}
more: ezer=1000, egyezer=1000, millió=1000000, egymillió=1000000

ar
count: صفر, واحد/واحدة, اثنان/اثنين/اثنتان/اثنتين, ثلاثة/ثلاث, أربعة/أربع, خمسة/خمس, ستة/ست, سبعة/سبع, ثمانية/ثماني/ثمان,
  تسعة/تسع, عشرة/عشر, أحد عشر/إحدى عشرة, اثنا عشر/اثني عشر/اثنتا عشرة, ثلاثة عشر/ثلاث عشرة, أربعة عشر/أربع عشرة,
  خمسة عشر/خمس عشرة, ستة عشر/ست عشرة, سبعة عشر/سبع عشرة, ثمانية عشر/ثماني عشرة, تسعة عشر/تسع عشرة
tens: عشرون/عشرين, ثلاثون/ثلاثين, أربعون/أربعين, خمسون/خمسين, ستون/ستين, سبعون/سبعين, ثمانون/ثمانين, تسعون/تسعين
ones: واحد/واحدة, اثنان/اثنين, ثلاثة/ثلاث, أربعة/أربع, خمسة/خمس, ستة/ست, سبعة/سبع, ثمانية/ثمان, تسعة/تسع
join: {o} و{t}
hundreds: مائة/مئة, مئتان/مائتان/مئتين/مائتين, ثلاثمائة/ثلاثمئة, أربعمائة/أربعمئة, خمسمائة/خمسمئة, ستمائة/ستمئة,
  سبعمائة/سبعمئة, ثمانمائة/ثمانمئة, تسعمائة/تسعمئة
beyond: {h} و{r}
more: ألف=1000, مليون=1000000

hi
count: शून्य, एक, दो, तीन, चार, पाँच/पांच, छह/छः/छ, सात, आठ, नौ, दस, ग्यारह, बारह, तेरह, चौदह, पंद्रह/पन्द्रह, सोलह, सत्रह,
  अठारह/अट्ठारह, उन्नीस, बीस, इक्कीस, बाईस/बाइस, तेईस/तेइस, चौबीस, पच्चीस, छब्बीस, सत्ताईस/सत्ताइस, अट्ठाईस/अट्ठाइस/अठाईस,
  उनतीस/उन्तीस, तीस, इकतीस/इकत्तीस, बत्तीस, तैंतीस/तेंतीस, चौंतीस, पैंतीस, छत्तीस, सैंतीस, अड़तीस, उनतालीस/उन्तालीस, चालीस,
  इकतालीस, बयालीस, तेतालीस/तैंतालीस/तिरतालीस, चवालीस/चौवालीस/चौंतालीस, पैंतालीस, छियालीस, सैंतालीस, अड़तालीस, उनचास/उन्चास,
  पचास, इक्यावन/इक्याबन, बावन, तिरपन/तिरेपन, चौवन, पचपन, छप्पन, सत्तावन, अट्ठावन/अठावन, उनसठ, साठ, इकसठ, बासठ, तिरसठ,
  चौंसठ/चौसठ, पैंसठ, छियासठ, सड़सठ, अड़सठ, उनहत्तर, सत्तर, इकहत्तर, बहत्तर, तिहत्तर, चौहत्तर, पचहत्तर, छिहत्तर, सतहत्तर,
  अठहत्तर, उन्यासी/उनासी, अस्सी, इक्यासी, बयासी, तिरासी, चौरासी, पचासी, छियासी, सत्तासी/सतासी, अट्ठासी/अठासी, नवासी, नब्बे,
  इक्यानवे/इक्यानबे, बानवे/बानबे, तिरानवे/तिरानबे, चौरानवे/चौरानबे, पचानवे/पंचानवे/पंचानबे, छियानवे/छियानबे,
  सत्तानवे/सत्तानबे, अट्ठानवे/अट्ठानबे, निन्यानवे/निन्यानबे
hundreds: एक सौ/सौ, दो सौ, तीन सौ, चार सौ, पाँच सौ/पांच सौ, छह सौ/छः सौ, सात सौ, आठ सौ, नौ सौ
beyond: {h} {r}
more: हज़ार=1000, हजार=1000, एक हज़ार=1000, एक हजार=1000, लाख=100000, एक लाख=100000, करोड़=10000000, एक करोड़=10000000

zh
count: 零/〇, 一, 二/两/兩, 三, 四, 五, 六, 七, 八, 九, 十
tens: 十/一十, 二十, 三十, 四十, 五十, 六十, 七十, 八十, 九十
ones: 一, 二, 三, 四, 五, 六, 七, 八, 九
join: {t}{o}
hundreds: 一百/百, 二百/两百/兩百, 三百, 四百, 五百, 六百, 七百, 八百, 九百
beyond: {h}{r}
low: {h}零{r}, {h}〇{r}
more: 千=1000, 一千=1000, 万=10000, 一万=10000, 一萬=10000, 一百万=1000000

ja
count: 零/〇/ゼロ, 一, 二, 三, 四, 五, 六, 七, 八, 九, 十
tens: 十, 二十, 三十, 四十, 五十, 六十, 七十, 八十, 九十
join: {t}{o}
hundreds: 百/一百, 二百, 三百, 四百, 五百, 六百, 七百, 八百, 九百
beyond: {h}{r}
more: 千=1000, 一千=1000, 万=10000, 一万=10000, 百万=1000000

ko
count: 영/공, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구, 십
tens: 십/일십, 이십, 삼십, 사십, 오십, 육십, 칠십, 팔십, 구십
join: {t}{o}
hundreds: 백/일백, 이백, 삼백, 사백, 오백, 육백, 칠백, 팔백, 구백
beyond: {h}{r}, {h} {r}
more: 천=1000, 일천=1000, 만=10000, 일만=10000, 백만=1000000
count: 영, 하나/한, 둘/두, 셋/세, 넷/네, 다섯, 여섯, 일곱, 여덟, 아홉, 열
tens: 열, 스물/스무, 서른, 마흔, 쉰, 예순, 일흔, 여든, 아흔
join: {t}{o}, {t} {o}

vi
count: không, một, hai, ba, bốn, năm, sáu, bảy/bẩy, tám, chín, mười, mười một, mười hai, mười ba, mười bốn, mười lăm,
  mười sáu, mười bảy/mười bẩy, mười tám, mười chín
tens: hai mươi, ba mươi, bốn mươi, năm mươi, sáu mươi, bảy mươi/bẩy mươi, tám mươi, chín mươi
ones: mốt/một, hai, ba, bốn/tư, lăm/nhăm, sáu, bảy/bẩy, tám, chín
join: {t} {o}
hundreds: một trăm, hai trăm, ba trăm, bốn trăm, năm trăm, sáu trăm, bảy trăm/bẩy trăm, tám trăm, chín trăm
beyond: {h} {r}
low: {h} lẻ {r}, {h} linh {r}
more: nghìn=1000, ngàn=1000, một nghìn=1000, một ngàn=1000, triệu=1000000, một triệu=1000000
`;
