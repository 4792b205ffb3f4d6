/** Synonyms for saints, directions, titles, and common name components. Each line is one group of folded words. */
export const commonWordSynonyms = `
  barrio bo
  urbanizacion urb
  ciudad cdad
  colonia col
  manzana mz mza
  cuadra cdra
  residencial resid res
  sector sec
  localita loc
  contrada cda
  kampung kg kp kpg
  gate gt
  passage pass psg
  grand gd
  saint st ste sainte sankt sint san santo santa sao sv sveti sveta szent sfantu sf agios agia agiou ag
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
  port puerto porto hafen haven hamn havn liman pt
  lake lk
  river riv
  valley vly
  village vlg
  township twp
  county co cnty
  hospital hosp
  first 1st
  1er ier premier primero
  1ere iere premiere primera
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
