export { addressPatterns } from './address/address-patterns.ts'
export { formatAddress } from './address/format-address.ts'
export {
  categoryKeys,
  categoryTags,
  hasCategory,
  listCategories,
  type PlaceCategory,
  placeCategories,
  readCategories,
  toCategoryMask,
  toMask,
} from './categories.ts'
export { type Airport, isCodeOfAirportNearby, parseAirports, toAirportRecord } from './gazetteer/airports.ts'
export { type Country, listCountries } from './gazetteer/countries.ts'
export { toCountryCode } from './gazetteer/country-codes.ts'
export { findCountryName } from './gazetteer/country-names.ts'
export { CurrentRegions } from './gazetteer/current-regions.ts'
export { addGazetteer, type GazetteerAreas, type GazetteerSources } from './gazetteer/gazetteer.ts'
export { type GeoNamesPlace, parseGeoNames } from './gazetteer/geonames.ts'
export {
  computeCountryImportance,
  computePlaceImportance,
  computeRegionImportance,
  toPlaceKind,
} from './gazetteer/importance.ts'
export { hasName, PlaceGrid } from './gazetteer/place-grid.ts'
export { groupPlacesByName, locatePort, type SeaPort } from './gazetteer/ports.ts'
export { listRegionLetters, parseRegionNames } from './gazetteer/region-names.ts'
export { type FoundPlace, findPlace, parsePositionId } from './ids/find-place.ts'
export { toPlaceId, toPositionId } from './ids/place-id.ts'
export { PlacesBuilder } from './index/builder.ts'
export { type PlaceDetails, readDetails, readPostcode, writeDetails } from './index/details.ts'
export { type HouseMatch, readHouseNumber } from './index/find-house.ts'
export { toPostcodeWord } from './index/name-words.ts'
export {
  findCountryCode,
  findPostcode,
  getImportance,
  getKind,
  getLabel,
  getPosition,
  listAncestors,
} from './index/place-index.ts'
export type { HouseRecord, PlaceKind, PlaceRecord } from './index/record.ts'
export { countAreas, countEntries, type PlaceIndex, placesFromSections, placesToSections } from './index/schema.ts'
export { findKind, isOfKind, type KindQuery, type PlaceKindTag, parseKindQuery } from './kinds/find-kind.ts'
export { findNearestAreas, findNearestEntries, findNearestHouses, type NearbyEntry } from './nearest/find-nearest.ts'
export { type InterpolatedHouse, interpolateHouse } from './nearest/interpolate-house.ts'
export { type SourcedPlace, searchAll } from './query/merge.ts'
export { limitConfidences } from './query/rank-places.ts'
export { PlaceSearch } from './query/search.ts'
export { listPointsInBox } from './spatial/in-box.ts'
export { buildKdTree } from './spatial/kd-tree.ts'
export { findNearestPoints, type NearestOptions } from './spatial/nearest.ts'
export { foldText } from './text/fold.ts'
export { formatHouseNumber, parseHouseNumber } from './text/house-number.ts'
export type { Position } from './text/position.ts'
export { isStreetType, listSynonyms } from './text/synonyms.ts'
export { tokenizeToStrings } from './text/tokenize.ts'
