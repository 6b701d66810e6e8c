// Facts about elements, in which the npm packages chemical-elements 2.3.3, periodic-table-data 1.1.1 agree (all MIT; data/NOTICES.md). Printed by
// test/generate/benchmarks/hallu/facts.test.ts, which checks that they are equal; do not edit by hand. A change asks for a new version of ZenHallu.
export const elements = `
Hydrogen|H|1|1;Helium|He|2|4;Lithium|Li|3|7;Beryllium||4|9;Boron|B|5|11;Carbon|C|6|12;Nitrogen|N|7|14;Oxygen|O|8|16;
Fluorine|F|9|19;Neon|Ne|10|20;Sodium|Na|11|23;Magnesium|Mg|12|24;Silicon|Si|14|28;Phosphorus|P|15|31;Sulfur|S|16|32;
Chlorine|Cl|17|35;Argon|Ar|18|40;Potassium|K|19|39;Calcium|Ca|20|40;Scandium|Sc|21|45;Titanium|Ti|22|48;Vanadium|V|23|51;
Chromium|Cr|24|52;Manganese|Mn|25|55;Iron|Fe|26|56;Cobalt|Co|27|59;Nickel|Ni|28|59;Copper|Cu|29|64;Zinc|Zn|30|65;Gallium|Ga|31|70;
Germanium|Ge|32|73;Arsenic|As|33|75;Selenium|Se|34|79;Bromine|Br|35|80;Krypton|Kr|36|84;Rubidium|Rb|37|85;Strontium|Sr|38|88;
Yttrium|Y|39|89;Zirconium|Zr|40|91;Niobium|Nb|41|93;Molybdenum|Mo|42|96;Technetium|Tc|43|;Ruthenium|Ru|44|101;Rhodium|Rh|45|103;
Palladium|Pd|46|106;Silver|Ag|47|108;Cadmium|Cd|48|112;Indium||49|115;Tin|Sn|50|119;Antimony|Sb|51|122;Tellurium|Te|52|128;
Iodine|I|53|127;Xenon|Xe|54|131;Barium|Ba|56|137;Lanthanum|La|57|139;Cerium|Ce|58|140;Praseodymium|Pr|59|141;Neodymium|Nd|60|144;
Promethium|Pm|61|;Samarium|Sm|62|150;Europium|Eu|63|152;Gadolinium|Gd|64|157;Terbium|Tb|65|159;Dysprosium|Dy|66|;
Holmium|Ho|67|165;Erbium|Er|68|167;Thulium|Tm|69|169;Ytterbium|Yb|70|173;Lutetium|Lu|71|175;Hafnium|Hf|72|178;Tantalum|Ta|73|181;
Tungsten|W|74|184;Rhenium|Re|75|186;Osmium|Os|76|190;Iridium|Ir|77|192;Platinum|Pt|78|195;Gold|Au|79|197;Mercury|Hg|80|201;
Thallium|Tl|81|204;Lead|Pb|82|207;Bismuth|Bi|83|209;Polonium|Po|84|;Astatine|At|85|;Radon|Rn|86|;Francium|Fr|87|;Radium|Ra|88|;
Actinium|Ac|89|;Thorium|Th|90|;Protactinium|Pa|91|;Uranium|U|92|;Neptunium|Np|93|;Plutonium|Pu|94|;Americium|Am|95|;Curium|Cm|96|;
Berkelium|Bk|97|;Californium|Cf|98|;Einsteinium|Es|99|;Fermium|Fm|100|;Mendelevium|Md|101|;Nobelium||102|;Lawrencium|Lr|103|;
Rutherfordium|Rf|104|;Dubnium|Db|105|;Seaborgium|Sg|106|;Bohrium|Bh|107|;Hassium|Hs|108|;Meitnerium|Mt|109|;Darmstadtium|Ds|110|;
Roentgenium|Rg|111|;Copernicium|Cn|112|;Nihonium|Nh|113|;Flerovium|Fl|114|;Moscovium|Mc|115|;Livermorium|Lv|116|;
Tennessine|Ts|117|;Oganesson|Og|118|;
`;
