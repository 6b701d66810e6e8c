// Facts about languages, in which the npm packages langs 2.0.0, iso-639-3 3.0.1 agree (all MIT; data/NOTICES.md). Printed by
// test/generate/benchmarks/hallu/facts.test.ts, which checks that they are equal; do not edit by hand. A change asks for a new version of ZenHallu.
export const languages = `
Afar|aa|aar;Afrikaans|af|afr;Akan|ak|aka;Albanian|sq|sqi;Amharic|am|amh;Arabic|ar|ara;Aragonese|an|arg;Armenian|hy|hye;
Assamese|as|asm;Avaric|av|ava;Avestan|ae|ave;Aymara|ay|aym;Azerbaijani|az|aze;Bambara|bm|bam;Bashkir|ba|bak;Basque|eu|eus;
Belarusian||bel;Bengali|bn|ben;Bislama|bi|bis;Bosnian|bs|bos;Breton|br|bre;Bulgarian|bg|bul;Burmese|my|mya;Catalan|ca|cat;
Chamorro|ch|cha;Chechen|ce|che;Chinese|zh|zho;Chuvash|cv|chv;Cornish|kw|cor;Corsican|co|cos;Cree|cr|cre;Croatian|hr|hrv;
Czech|cs|ces;Danish|da|dan;Dutch|nl|nld;Dzongkha|dz|dzo;English|en|eng;Esperanto|eo|epo;Estonian|et|est;Ewe|ee|;Faroese|fo|fao;
Fijian|fj|fij;Finnish|fi|fin;French|fr|fra;Galician|gl|glg;Georgian|ka|kat;German|de|deu;Greek|el|ell;Guaraní|gn|grn;
Gujarati|gu|guj;Haitian|ht|hat;Hausa|ha|hau;Hebrew|he|heb;Herero|hz|her;Hindi|hi|hin;Hiri Motu|ho|hmo;Hungarian|hu|hun;
Interlingua|ia|ina;Indonesian|id|ind;Interlingue|ie|ile;Irish|ga|gle;Igbo|ig|ibo;Inupiaq|ik|ipk;Ido|io|;Icelandic||isl;
Italian||ita;Inuktitut|iu|iku;Japanese|ja|jpn;Javanese|jv|jav;Kalaallisut|kl|kal;Kannada|kn|kan;Kanuri|kr|kau;Kashmiri|ks|kas;
Kazakh|kk|kaz;Khmer|km|khm;Kikuyu|ki|kik;Kinyarwanda|rw|kin;Komi|kv|kom;Kongo|kg|kon;Korean|ko|kor;Kurdish|ku|kur;Latin|la|lat;
Luxembourgish|lb|ltz;Ganda|lg|lug;Lingala|ln|lin;Lao|lo|;Lithuanian|lt|lit;Luba-Katanga|lu|lub;Latvian|lv|lav;Manx|gv|glv;
Macedonian|mk|mkd;Malagasy|mg|mlg;Malay|ms|msa;Malayalam|ml|mal;Maltese|mt|mlt;Māori|mi|mri;Marathi|mr|mar;Marshallese|mh|mah;
Mongolian|mn|mon;Nauru|na|nau;Navajo|nv|nav;Nepali|ne|nep;Ndonga|ng|ndo;Norwegian Bokmål|nb|nob;Norwegian Nynorsk|nn|nno;
Norwegian||nor;Occitan|oc|oci;Oromo|om|orm;Oriya||ori;Ossetian|os|oss;Panjabi|pa|pan;Pāli|pi|pli;Persian|fa|fas;Polish|pl|pol;
Portuguese|pt|por;Quechua|qu|que;Romansh|rm|roh;Romanian|ro|ron;Russian|ru|rus;Sanskrit|sa|san;Sardinian|sc|srd;Sindhi|sd|snd;
Northern Sami|se|sme;Samoan|sm|smo;Sango|sg|sag;Serbian|sr|srp;Gaelic|gd|gla;Shona|sn|sna;Sinhala|si|sin;Slovak|sk|slk;
Somali|so|som;Southern Sotho|st|sot;Spanish|es|spa;Sundanese|su|sun;Swahili|sw|swa;Swati|ss|ssw;Swedish|sv|swe;Tamil|ta|tam;
Telugu|te|tel;Tajik|tg|tgk;Thai|th|tha;Tigrinya|ti|tir;Turkmen|tk|tuk;Tagalog|tl|tgl;Tswana|tn|tsn;Tonga|to|ton;Turkish|tr|tur;
Tsonga|ts|tso;Tatar|tt|tat;Twi|tw|;Tahitian|ty|tah;Ukrainian|uk|ukr;Urdu|ur|urd;Uzbek|uz|uzb;Venda|ve|ven;Vietnamese|vi|vie;
Volapük|vo|vol;Walloon|wa|wln;Welsh|cy|cym;Wolof|wo|wol;Western Frisian|fy|fry;Xhosa|xh|xho;Yiddish|yi|yid;Yoruba|yo|yor;
Zhuang|za|zha;Zulu|zu|zul;
`;
