export { patterns } from './address/address-patterns.ts'
export { formatAddress } from './address/format-address.ts'
export {
  categoriesIn,
  categoriesOf,
  categoryKeys,
  categoryTags,
  maskOf,
  type PlaceCategory,
  placeCategories,
} from './categories.ts'
export { type Airport, airportRecord, isCodeOfAirportNearby, parseAirports } from './gazetteer/airports.ts'
export { type Country, listCountries } from './gazetteer/countries.ts'
export { CurrentRegions } from './gazetteer/current-regions.ts'
export { addGazetteer, type GazetteerAreas, type GazetteerSources } from './gazetteer/gazetteer.ts'
export { type GeoNamesPlace, parseGeoNames } from './gazetteer/geonames.ts'
export { countryImportance, placeImportance, placeKind, regionImportance } from './gazetteer/importance.ts'
export { isCalled, PlaceGrid } from './gazetteer/place-grid.ts'
export { homonymsOf, placePort, type SeaPort } from './gazetteer/ports.ts'
export { parseRegionNames, regionLetters } from './gazetteer/region-names.ts'
export { PlacesBuilder } from './index/builder.ts'
export { detailsOf, type PlaceDetails, postcodeText, writeDetails } from './index/details.ts'
export { type FoundHouse, houseNumberAt } from './index/find-house.ts'
export { postcodeWord } from './index/name-words.ts'
export { ancestorsOf, countryOf, importanceOf, kindOf, labelOf, positionOf, postcodeOf } from './index/place-index.ts'
export type { HouseRecord, PlaceKind, PlaceRecord } from './index/record.ts'
export { areaCount, entryCount, type PlaceIndex, placesFromSections, placesToSections } from './index/schema.ts'
export { findInAll, type SourcedPlace } from './query/merge.ts'
export { type NearEntry, nearestAreas, nearestEntries, nearestHouses } from './query/reverse.ts'
export { PlaceSearch } from './query/search.ts'
export { buildKdTree } from './spatial/kd-tree.ts'
export { type NearestOptions, nearestPoints } from './spatial/nearest.ts'
export { foldText } from './text/fold.ts'
export { parseHouseNumber, writeHouseNumber } from './text/house-number.ts'
export type { Position } from './text/position.ts'
export { isStreetType, synonymsOf } from './text/synonyms.ts'
export { tokenTexts } from './text/tokenize.ts'
