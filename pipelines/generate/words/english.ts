// Common English words, 3 to 14 letters, in alphabetical order. Changing one changes the tests of the tasks that draw from them.
// Chosen from the most common words of SCOWL (wordlist.aspell.net): Copyright 2000-2016 by Kevin Atkinson. Permission to use, copy,
// modify, distribute and sell these word lists, the associated scripts, the output created from the scripts, and its documentation
// for any purpose is hereby granted without fee, provided that the above copyright notice appears in all copies and that both that
// copyright notice and this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the
// suitability of this array for any purpose. It is provided "as is" without express or implied warranty.
const TEXT = `
abandon ability able abort about above absolute absolutely abstract academic accept access accessible accident accord
according account accuracy accurate achieve acid acquire acquiring acquisition across act acting action active activities
activity actor actual actually adapt add adding addition additional address adequate adequately adjacent adjust adjusting
adjustment administration admitted adopt adult advance advantage advent advert advertising advice affect afford after
afternoon again against age agency agent ago agree agreement ahead aid aim air aircraft album alert algorithm align alive all
allow allowing almost alone along alongside alpha already also alter alternative although always amazed amazing amount
analysis ancient and angle animal annual another answer antique any anyone anything anyway anywhere apart apparent apparently
appeal appear appearance applicable application applied apply appoint appreciate approach appropriate approval approximate
approximately arc arch are area argument arm around array arrest art article artist aside ask asking aspect assembly assert
assess assessment asset assign assignment assist assistance association assume attach attack attempt attend attention attract
attribute audience audio authentic author authorities authority automatically available average avoid await award aware away
axis baby back background bad bag balance ball ban band bank bar bare base basic basically basis basket bat batch bath
bathroom battery battle beach bear beat beautiful beauty became because become becoming bed bedroom been before beg began
begin beginning behind being belief believe belong below bench benefit best bet beta better between beyond bias bid big bigger
biggest bill billion bin binary bind binding bird birth birthday bit bizarre blank bless block blow blue board boat bodies
body bold bond bonus book boot border born boss both bottle bottom bought bound bow box boy brain branch brand bread break
breaking breath breeze bridge brief bright bring bringing broad broadcast broke broken brother brought brown brush bucket
budget bug build building built bunch bundle burn bus business busy but butter button buy buying cable calculate calendar call
calling came camera camp campaign can cancel candidate cannot cap capable capacity capital capture car carbon card care career
carefully carried carry carrying case cash cast casual cat catch categories category caught cause causing cell cent central
century certain certainly certificate chain chair challenge chance change changing channel chapter character charge chart chat
cheap check checking chemical chest chicken chief child children chip choice choose chose chosen chunk church circle circuit
cities citizen city civil claim class classic clean cleaning clear clearly click client climate clinical clip clock clone
close closely closer closing cloud club cluster coach coal coast code coding coffee coin cold collect collection college colon
column combination combine come comfort comfortable coming command comment commercial commission commit commitment committed
committee common communication communities community companies company compare comparison competition competitive complaint
complete completely completion complex complexity component comprehensive compute computer concept concern concrete condition
conduct conference confidence confident configuration configure confirm conjunction connect connection consent consequence
conservative consider considering consist consistent console constant constantly constitution construct construction consult
consumer consumption contact contain container containing content contest context continue continuing contract contrast
control controlled controller conversation conversion convert cook cookie cool coordinate copies copy copyright core corn
corner corporate correct correctly correspond corresponding cost could council counsel count counter countries country county
couple course court cover coverage craft crash cream create creating creation creative credit crew crisis criteria critic
critical cross crowd crush crushing cry cultural culture cup currency current currently cursor curve custom customer cut
cutting cycle daily damage dance danger dangerous dark data database date daughter day deal dealing debate debt debug decade
decent decide decimal decision deck declare deep default defend defensive define definitely definition degree delay delete
deliver delivery delta demand denied department depend depending deposit depth describe description design designer desire
despite destination destroy detail detect deter determine develop developer developing development device diagnostic diagram
dictionary did diet differ difference different difficult dig digit digital dim dimension dinner dire direct direction
directly director directory disable disappoint disc discount discover discuss discussion disease dish disk dismiss display
distance distinct distribute distribution district division doctor document documentation dog doing domain domestic don done
door dot double doubt down dozen draft drag draw drawing drawn dream dress drink drive driven driver driving drop dropped dry
due dump duration during dust duty dynamic each ear earlier early earn earth ease easier easily east easy eat eating echo
economic economy edge edit editing edition editor education educational effect effective effectively efficiency efficient
effort eight either elect election electric electronic element else emergency emotional employ employee employment empty
enable encode encoding encounter encourage end ending enemies enemy energy engine engineering enjoy enjoyable enjoying
enjoyment enough ensure enter entering entertainment entire entirely entities entity entries entry environment environmental
episode equal equality equally equation equip equipment equipped equivalent era err error escape especially essay essential
essentially establish estate estimate evaluate evaluation even evening event eventually ever every everybody everyone
everything evidence evolution exact exactly exam examination examine examining example exceed exceeding excellent except
exception exceptional exceptionally excess excessive exchange excited excitement exciting exclude excluding exclusive
exclusively excuse executable execute executing execution executive exempt exercise exhaust exhibit exhibition exist existence
existing exit exiting exotic expand expanding expansion expect expectation expecting expenditure expense expensive experience
experiencing experiment experimental expert expertise expire expiry explain explaining explanation explicit explicitly explode
exploration explore exploring export expose exposing exposure express expressing expression extend extending extension
extensive extensively extent external extra extract extraction extraordinary extreme extremely eye fabric face facilities
facility facing fact factor factory fail failure fair fairly fake fall falling false familiar families family famous fan
fantastic far farm fashion fast faster fat father fault fear feat feature featuring federal fee feedback feel feeling feet
fell fellow felt fetch few field fight figure file fill film filter final finally financial find finding fine finger finish
fire firm first fish fit five fix fixing flag flash flat flexibility flexible flight float floor flow fluid fly flying focus
fold folder follow following font food foot football for force foreign forest forever forget form formal format former formula
forth forum forward found foundation four fourth fragment frame framework fraud free freedom freeze freezing frequency
frequent frequently fresh friend friendly from front frozen fruit fuel full fully fun function functional functionality fund
fundamental funding funny furniture further future gain galaxy game gang gap garden gas gather gave gear gender gene general
generally generate generation generator generic get getting giant gift girl give given giving glad glass global goal goes
going gold gone good got govern governing government grab grade grand grant graph grass great greater greatest green grew grid
ground group grow growing grown growth guarantee guard guess guest guide guy habit had hair half hall hand handle handler
handling hang happen happening happy hard harder hardware harm has hat have having hazard head header heading health healthy
hear heard hearing heart heat heavy height held help helpful helping hence her here hero herself hidden hide high higher
highest highlight highly him himself hint his historical history hit hold holder holding hole holiday home honest hook hope
hoping horizon horizontal horse hospital host hot hotel hour house household housing how however huge hum human hundred ice
icon idea ideal identified identifier identify identity ignore ill image imagine immediate immediately impact implement
implementation implied import importance important impossible impress impressive improve improvement inadequate incident
include including income incorrect increase increasing increasingly incredible increment indeed independent index indicate
individual industrial industry inequality influence info inform information infrastructure initial initially inject injured
injuries injury inner input insert inside install installation instance instant instead institution instruction instrument
insurance integer intelligence intent intention inter interact interaction interest interesting interface interior internal
international interpret interrupt interval interview into invalid invest investigation investment involving iron island issue
item its itself jack jacket jam jazz jest jet job join joining joint joke journal journalist journey joy judge judging juice
jump jumping junction jungle junior junk jury just justice justification justified justify juvenile keep keeping kept key
keyboard keyword kick kid kind king kit kitchen knew knock know knowing knowledge known lab label lack land language large
largely larger largest last late later latest latter laugh launch law lawyer lay layer layout lazy lead leader leadership
leading leaf league lean learn learning least leave leaving led left leg legal legend legislation length less let letter level
library license lie life lift light like likely limit line linear link liquid list listen listener listening listing lit
literally little live living load loader loading loan local location lock log logged logging logic logo long longer look
looking loop lose losing loss lost lot love low lower lowest luck lunch luxury machine made magazine magic mail mailbox main
mainly maintain maintenance major majority make making man manage management manager manner manual manufacturer manufacturing
many map mapping march margin mark marker market marketing mask mass massive master match matching material matrix matter
mature maximum may maybe maze meal mean meaning meant measure meat media medical medicine medium meet meeting member
membership memory men mental mention menu merely merge mess message met metal method middle might migration mile milk mill
million mind mine minimum mining minister minor minute miss missing mission mist mistake mix mixing mixture mobile mock mode
model modern modified modify module moment money monitor month monthly moral more morning most mostly mother motion motor
mount mountain mouse mouth move movement movie moving much multiple muscle music must myself name narrow nation national
native natural nature near nearby nearly necessarily necessary neck need negative neither net network never new newly next
nice night nil nine node noise none nor normal normally north not note nothing notice notification notify novel now null
number numerous nut object objection objective obtain obvious obviously occasion occur occurred odd off offensive offer
offering office officer official offset often oil old older once one ongoing only onto open opening operate operating
operation operator opinion opportunities opportunity opposite opposition option optional order organ orient origin original
originally other otherwise our ourselves out outcome outer output outside over overall override own owner ownership oxygen
pack package packet pad padding page paid pain paint pair pan panel paper par paragraph parallel parameter parent park parking
part partial participate particular particularly parties partner party pass passing passion password past pat patch path
patient pattern pay paying payment peace peak peer pen penalty pending people per percent percentage perfect perfectly perform
performance performing perhaps period permanent permission permit permitted person personal personally perspective pet phase
phone photo photograph physical pick picture pie piece pill pin pipe pipeline pitch pizza place plain plan plane planet
planned planning plant plastic plate platform play player playing please plenty plot plus point pointer policies policy
political politics poll pool poor pop popular population port portion position positive possess possibility possible possibly
post pot potential potentially pour power powerful practical practice precision predict prefer preferred prefix premium
prepare presence present presentation president press pressure pretty prevent previous previously price primarily primary
prime principal print prior priority privacy private prize pro probably problem procedure proceed process processing produce
product production profession professional professor profile profit program programming progress project projection promise
promote prompt proof proper properly properties property proposal protect protection protein proud prove provide providing
proximity public publish pull pump pun purchase pure purpose push put putting puzzle qualification qualified qualify
qualifying quality quantity quantum quarter queen query quest question questionable questioning questionnaire queue quick
quicker quickly quiet quietly quite quiz quota quote race radio radius rail rain raise ran random range rank rapid rare rate
rather rating ratio raw reach react reaction read reader reading ready real reality really rear reason reasonable receive
receiver receiving recent recently recipe recommend record recording recover recovery red redirect reduce reduction refer
reference referred reflect reflex reform refresh regard regarding regardless region regional register registration regular
regularly reject rejection relation relationship relative relatively relax relaxing release relevant reliable relief remain
remaining remark remember remote remove render renew rent repair repeat replace replacement reply report reporting represent
representation representing request requesting require requirement requiring research reset resistance resolution resolve
resource respect respectively respond response responsibility responsible rest restaurant restore restrict result resulting
resume retail retain retire return returning reveal revenue reverse review revolution reward rich ride right ring rise rising
risk river road robot rock role roll roof room root rose rot rotation rough round rout route routine row rub rule run running
rush sad safe safety said salary sale salt same sample sand sat save saving saw say saying scale scan scenario scene schedule
scheme school science scientific scope score screen script scroll sea search searching season seat second secondary secret
section sector secure security see seeing seek seeking seem seen segment select selection self sell selling send sender
sending senior sense sensitive sent sentence separate sequel sequence serial series serious seriously serve server service
serving session set setting seven several severe shadow shall shape share sharing she sheet shell shift ship shipping shirt
shock shop shopping short should show showing shown shut side sight sign signal signature significant significantly signing
silver similar simple simply since sing single sister sit site sitting situation six sixth size skill skin skip sky sleep
slice slide slight slightly slot slow slowly small smaller smart smile smoke smooth snow social society sock socket soft
software solar sold sole solid solo solution solve some someone something somewhat somewhere son song soon sorry sort sought
sound source south space span speak speaking special species specific specifically specified specify speech speed spell spend
spending spent spin split spoke sport spot spread spring squad square squeeze stable stack staff stage stand standard standing
star start starting state statement static station status stay steel step stick still stock stone stood stop stopped storage
store stories storm story straight strange strategies strategy stream street strength stress stretch strict strike string
strip stroke strong stronger strongly structure struggle stuck student studies studio study stuff style subject subjective
submit submitted subscription subsequent subsequently substantial succeed success successful successfully such sudden suddenly
suffer suffering sufficient suffix sugar suggest suit suitable suite sum summary summer sun super superior supply support
supporting sure surface surgery surprise surprising surround surrounding survey suspect sustain swap sweet swim switch symbol
system tab table tack tag tail take taken taking talent talk talking tall tank tap target task taste taught tax taxi taxpayer
tea teach teacher teaching team technical technique technology television tell telling temper temperature temporary ten tend
term terminal test testing text than thank that the their them theme themselves then theory therapy there therefore these they
thick thin thing think thinking third this those though thought thousand thread threat three threshold through throughout
throw thrown thus tick ticket tight tile till time timer tiny tip title today together token told ton tone too took tool top
topic total totally touch tough tour toward town trace track tracking trade trading tradition traditional traffic trail train
training transaction transfer transform transition translate translation transport travel treat treatment tree trend trial
trick tried tries trigger trip trouble truck true truly trust truth try trying tube turn turning twice two type typical
typically ultimately unable under underlying understand understanding understood unexpected uniform union unique uniquely unit
universe university unknown unless unlock until update upgrade upon upper urban usage use useful user using usual usually
utility valid valuable value van variable variant variety various vary vast vector vehicle velocity verify version vertical
very via victory video view village virtual visible vision visit visual vital voice void volume vote voting wait waiting wake
walk walking wall wallet want war warm warn warning warranty was wash waste watch watching water wave way weak wealth wear
wearing weather wed wedding week weekend weight weird welcome well went were west wet what whatever wheel when whenever where
whether which while who whole whom whose why wide widely width wild will willing win wind window winner winning winter wire
wish with withdraw within without witness wizard woman women won wonder wonderful wood word work worker working world
worldwide worry worse worst worth would wrap wrapper write writer writing written wrong wrote year yellow yes yesterday yet
yield you young younger your yourself youth zero zone zoom
`;

export const english: readonly string[] = TEXT.trim().split(/\s+/u);
