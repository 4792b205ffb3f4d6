/** Usage of the accounts. */
export interface MeteringTables {
  usage: UsageTable
  usage_months: UsageMonthsTable
}

interface UsageTable {
  account: number
  day: string
  operation: string
  calls: number
  units: number
}

interface UsageMonthsTable {
  account: number
  month: string
  units: number
}
