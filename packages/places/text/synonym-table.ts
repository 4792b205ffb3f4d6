/**
 * Words that stand for each other, one group a line, as they are after folding. A word may be in several groups: "st" is
 * a street and a saint, "dr" a drive and a doctor. The first section says what kind of street it is, and such words weigh
 * little: people leave them out and mix them up.
 */
export const streetTypes = `
  street st str strasse straat strada stradă straße
  avenue ave av aven avenida avda avd aveniu
  boulevard blvd boul bd bld bulevar bulevard bulvar bulwar bvd bv bul
  road rd
  drive dr drv
  lane ln
  court ct
  place pl plc
  plaza plz pza pza plza
  square sq sqr
  terrace ter terr tce
  crescent cres cr crs
  highway hwy hgwy
  parkway pkwy pky
  expressway expy expwy
  freeway fwy
  turnpike tpke
  circle cir circ
  close cl
  gardens gdns gdn
  grove gr grv
  mews mw
  alley aly allee al allée
  trail trl
  way wy
  calle c cl cll
  callejon cjon
  carrera cra kra cr
  carretera ctra carr
  camino cno cmno cam
  paseo po pso
  pasaje pje psje
  ruta rta
  rambla rbla
  ronda rda
  travesia trva
  transversal tv transv
  diagonal dg diag
  rua r
  travessa tv trav
  alameda al alm
  praca pc pca
  estrada est estr
  rodovia rod
  largo lgo lg
  rue r
  chemin ch che
  impasse imp
  allee all
  quai q
  route rte
  place pl
  faubourg fg fbg
  via v
  viale vle
  vicolo vic
  piazza pza pzza p
  piazzale ple
  corso cso
  largo lgo
  strasse str
  platz pl
  weg wg
  gasse g
  allee a al
  ring rg
  straat str
  laan ln
  plein pln
  gracht gr
  kade kd
  vej v
  gade gd
  gata g gt
  vag v vg
  gatan g
  veien v vn
  katu k
  tie t
  utca u
  ter t
  korut krt
  ulica ul ulitsa vulytsia vulitsa vulica ulitza
  aleja al aleje
  plac pl
  osiedle os
  namesti nam
  trida tr
  nabrezi nab
  prospekt pr prosp pr-t prt prospekt
  pereulok per
  ploshchad pl ploshcha
  naberezhnaya nab
  shosse sh
  proezd pr-d
  bulvar bul blv
  cadde cad caddesi cd
  sokak sok sokagi sk
  mahalle mah mahallesi
  meydan meydani
  odos od
  leoforos leof
  plateia pl
  jalan jl jln
  lorong lor lrg
  sharia shari shr
  dori
`
export const otherWords = `
  saint st ste sainte sankt sint san santo santa sv szent
  mount mt
  fort ft
  north n nord norte
  south s sud sur sul
  east e est este ost
  west w ouest oeste
  northeast ne
  northwest nw
  southeast se
  southwest sw
  doctor dr dra doutor dottor
  general gral gen gal
  coronel cnel cel col colonel
  capitan cap capt captain capitao
  teniente tte tnte lieutenant lt
  sargento sgto sergeant sgt
  comandante cmte cte
  almirante alm alte
  brigadier brig brigadeiro
  mariscal mcal marechal mal marshal
  presidente pte pdte president pres
  ingeniero ing
  profesor prof professor profesora
  arquitecto arq
  licenciado lic
  padre pe pbro
  monsenor mons
  maestro mtro mtra
  don d
  dona da
  nuestra ntra na nossa
  senora sra sa senhora
  junior jr
  senior sr
  kirchen kirch
  zum z
  bei b
  ob o
  united utd
  center centre ctr cntr
  building bldg
  airport apt aeropuerto aeroporto aeroport flughafen
  station stn sta bahnhof bhf gare estacion estacao stazione
  university univ universitat universite universidad universidade
  heights hts
  springs spgs spg
  point pt
  port pt
  lake lk
  river riv
  valley vly
  village vlg
  township twp
  county co cnty
  hospital hosp
  first 1st
  second 2nd
  third 3rd
  fourth 4th
  fifth 5th
  sixth 6th
  seventh 7th
  eighth 8th
  ninth 9th
  tenth 10th
  usa us america
  uk gb britain
  uae emirates
`
