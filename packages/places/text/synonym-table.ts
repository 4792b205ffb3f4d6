/**
 * Synonyms of street types in folded form, with groups separated by a bar. A word may be in multiple groups: "st"
 * stands for street or saint, and "dr" stands for drive or doctor. These words have low weight, because users omit and
 * confuse them. Words that are also town names belong in `common-words.ts`.
 */
export const streetTypeSynonyms = `
  street st str strasse straat strada stradă straße | avenue ave av aven avenida avda avd aveniu
  boulevard blvd boul bd bld bulevar bulevard bulvar bulwar bvd bv bul bvar blvr blvar bvr | road rd | drive dr drv | lane ln | court ct
  place pl plc | plaza plz pza plza | square sq sqr | terrace ter terr tce | crescent cres cr crs | highway hwy hgwy
  parkway pkwy pky | expressway expy expwy | freeway fwy | turnpike tpke | circle cir circ | close cl
  gardens gdns gdn | grove gr grv | mews mw | alley aly allee al allée | trail trl | way wy | calle c cl cll
  callejon cjon | carrera cra kra cr | carretera ctra carr | camino cno cmno cam cami | paseo po pso | pasaje pje psje
  ruta rta | rambla rbla | ronda rda | travesia trva | transversal tv transv | diagonal dg diag | rua r
  travessa tv trav | alameda al alm | praca pc pca | estrada est estr | rodovia rod | largo lgo lg | rue r
  chemin ch che | impasse imp | allee all | quai q | route rte | place pl | faubourg fg fbg | via v | viale vle
  vicolo vic | piazza pza pzza p | piazzale ple | corso cso | largo lgo | strasse str | platz pl | weg wg | gasse g
  allee a al | ring rg | straat str | laan ln | plein pln | gracht gr | kade kd | vej v | gade gd | gata g gt
  vag v vg | gatan g | veien v vn | katu k | tie t | utca u | ter t | korut krt
  ulica ul ulitsa vulytsia vulitsa vulica ulitza | aleja al aleje | plac pl | osiedle os | namesti nam | trida tr
  nabrezi nab | prospekt pr prosp pr-t prt | pereulok per | ploshchad pl ploshcha | naberezhnaya nab | shosse sh
  proezd pr-d | bulvar bul blv | cadde cad caddesi cd | sokak sok sokagi sk | mahalle mah mahallesi | meydan meydani
  odos od | leoforos leof | plateia pl | jalan jl jln | lorong lor lrg | sharia shari shr | dori | beco bco
  ladeira lad | viela vla | carrer c cr | avinguda av avgda | placa pl plc | passeig pg | passatge ptge ptg | kalea k
  etorbidea etb | cours crs | esplanade esp | lungomare lgm | steenweg stwg | singel sgl | plads pl | plass pl
  torg tg | vei v | vagen v | polku p | kuja kj | tanav tn | puiestee pst | maantee mnt | iela i | prospekts pr
  gatve g | prospektas pr | alejos al | rondo rdo | sidliste sidl | namestie nam | ulice ul | ut u | setany stny
  rakpart rkp | strada str | bulevardul bdul bd bl | calea cal | soseaua sos | piata pta | aleea al | intrarea intr
  vulitsya vul vulytsya vulytsia | provulok prov | tupik tup | mikrorayon mkr mikroraion | sokagi sok sk sokak
  bulvari blv bul bulvar | yolu yl | kucesi kuc kuce | kochasi koch kocha | gamziri gamz | rruga rr | heol hl
  ffordd ff | rhwb rehov rechov rehob | shdrwt sderot sdrot shderot | tryq tariq tarik | mydan midan maidan meydan
  khyaban khiaban khiyaban | kwchh kucheh kuche | persiaran psn | shar sharia shari shara | kucha kuchis | trg t
  cesta c
`
