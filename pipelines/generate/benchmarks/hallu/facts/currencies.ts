// Facts about currencies, in which the npm packages currency-codes-ts 3.0.0, country-data-list 1.6.3 agree (all MIT; data/NOTICES.md). Printed by
// test/generate/benchmarks/hallu/facts.test.ts, which checks that they are equal; do not edit by hand. A change asks for a new version of ZenHallu.
export const currencies = `
Afghani|AFN|971;Lek|ALL|008~8;Armenian Dram|AMD|051~51;Netherlands Antillean Guilder|ANG|532;Kwanza|AOA|973;
Argentine Peso|ARS|032~32;Australian Dollar|AUD|036~36;Aruban Florin|AWG|533;Azerbaijan Manat|AZN|944;Convertible Mark|BAM|977;
Barbados Dollar|BBD|052~52;Taka|BDT|050~50;Bulgarian Lev|BGN|975;Bahraini Dinar|BHD|048~48;Burundi Franc|BIF|108;
Brunei Dollar|BND|096~96;Boliviano|BOB|068~68;Brazilian Real|BRL|986;Bahamian Dollar|BSD|044~44;Ngultrum|BTN|064~64;
Pula|BWP|072~72;Belize Dollar|BZD|084~84;Canadian Dollar|CAD|124;Congolese Franc|CDF|976;Swiss Franc|CHF|756;Chilean Peso|CLP|152;
Yuan Renminbi|CNY|156;Colombian Peso|COP|170;Unidad de Valor Real|COU|970;Costa Rican Colon|CRC|188;Peso Convertible|CUC|931;
Cuban Peso|CUP|192;Cabo Verde Escudo|CVE|132;Czech Koruna|CZK|203;Djibouti Franc|DJF|262;Danish Krone|DKK|208;
Dominican Peso|DOP|214;Algerian Dinar|DZD|012~12;Egyptian Pound|EGP|818;Nakfa|ERN|232;Ethiopian Birr|ETB|230;Euro|EUR|978;
Fiji Dollar|FJD|242;Falkland Islands Pound|FKP|238;Pound Sterling|GBP|826;Lari|GEL|981;Ghana Cedi|GHS|936;Gibraltar Pound|GIP|292;
Dalasi|GMD|270;Guinean Franc|GNF|324;Quetzal|GTQ|320;Guyana Dollar|GYD|328;Hong Kong Dollar|HKD|344;Lempira|HNL|340;
Gourde|HTG|332;Forint|HUF|348;Rupiah|IDR|360;New Israeli Sheqel|ILS|376;Indian Rupee|INR|356;Iraqi Dinar|IQD|368;
Iranian Rial|IRR|364;Iceland Krona|ISK|352;Jamaican Dollar|JMD|388;Jordanian Dinar|JOD|400;Yen|JPY|392;Kenyan Shilling|KES|404;
Som|KGS|417;Riel|KHR|116;Comorian Franc |KMF|174;North Korean Won|KPW|408;Won|KRW|410;Kuwaiti Dinar|KWD|414;
Cayman Islands Dollar|KYD|136;Tenge|KZT|398;Lao Kip|LAK|418;Lebanese Pound|LBP|422;Sri Lanka Rupee|LKR|144;
Liberian Dollar|LRD|430;Loti|LSL|426;Libyan Dinar|LYD|434;Moroccan Dirham|MAD|504;Moldovan Leu|MDL|498;Malagasy Ariary|MGA|969;
Denar|MKD|807;Kyat|MMK|104;Tugrik|MNT|496;Pataca|MOP|446;Mauritius Rupee|MUR|480;Rufiyaa|MVR|462;Malawi Kwacha|MWK|454;
Mexican Peso|MXN|484;Malaysian Ringgit|MYR|458;Mozambique Metical|MZN|943;Namibia Dollar|NAD|516;Naira|NGN|566;
Cordoba Oro|NIO|558;Norwegian Krone|NOK|578;Nepalese Rupee|NPR|524;New Zealand Dollar|NZD|554;Rial Omani|OMR|512;Balboa|PAB|590;
Sol|PEN|604;Kina|PGK|598;Philippine Peso|PHP|608;Pakistan Rupee|PKR|586;Guarani|PYG|600;Qatari Rial|QAR|634;Romanian Leu|RON|946;
Serbian Dinar|RSD|941;Russian Ruble|RUB|643;Rwanda Franc|RWF|646;Saudi Riyal|SAR|682;Solomon Islands Dollar|SBD|090~90;
Seychelles Rupee|SCR|690;Sudanese Pound|SDG|938;Swedish Krona|SEK|752;Singapore Dollar|SGD|702;Saint Helena Pound|SHP|654;
Leone|SLL|694;Somali Shilling|SOS|706;Surinam Dollar|SRD|968;South Sudanese Pound|SSP|728;Dobra|STN|930;Syrian Pound|SYP|760;
Lilangeni|SZL|748;Baht|THB|764;Somoni|TJS|972;Turkmenistan New Manat|TMT|934;Tunisian Dinar|TND|788;Turkish Lira|TRY|949;
Trinidad and Tobago Dollar|TTD|780;New Taiwan Dollar|TWD|901;Tanzanian Shilling|TZS|834;Hryvnia|UAH|980;Uganda Shilling|UGX|800;
Peso Uruguayo|UYU|858;Uzbekistan Sum|UZS|860;Dong|VND|704;Vatu|VUV|548;Tala|WST|882;CFA Franc BEAC|XAF|950;
East Caribbean Dollar|XCD|951;CFA Franc BCEAO|XOF|952;CFP Franc|XPF|953;Yemeni Rial|YER|886;Rand|ZAR|710;Zambian Kwacha|ZMW|967;
`;
