import type { Charge } from '../rules.ts'

/** ISO 4217 codes, including those of former currencies. */
const currencyCodes = new Set(Intl.supportedValuesOf('currency'))

/** Signs that stand for one currency. */
const currencyBySign = new Map(
  Object.entries({
    '€': 'EUR',
    '£': 'GBP',
    '₹': 'INR',
    '₺': 'TRY',
    '₽': 'RUB',
    '₩': 'KRW',
    '₪': 'ILS',
    '₫': 'VND',
    '₱': 'PHP',
    '฿': 'THB',
    R$: 'BRL',
    US$: 'USD',
    C$: 'CAD',
    A$: 'AUD',
    NZ$: 'NZD',
    HK$: 'HKD',
    NT$: 'TWD',
    zł: 'PLN',
    Kč: 'CZK',
    Ft: 'HUF',
    RM: 'MYR',
    Rp: 'IDR',
  }),
)

/** Signs that multiple countries use, with the currency of each country. */
const currencyBySignAndCountry: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: {
    US: 'USD',
    PR: 'USD',
    EC: 'USD',
    SV: 'USD',
    CA: 'CAD',
    AU: 'AUD',
    NZ: 'NZD',
    MX: 'MXN',
    AR: 'ARS',
    CL: 'CLP',
    CO: 'COP',
    UY: 'UYU',
    HK: 'HKD',
    TW: 'TWD',
    SG: 'SGD',
  },
  '¥': { JP: 'JPY', CN: 'CNY' },
  kr: { NO: 'NOK', SE: 'SEK', DK: 'DKK', IS: 'ISK', FO: 'DKK' },
}

/** Currencies with three decimals. */
const threeDecimals = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])
/** Currencies whose unit is worth so little that prices have no decimals and are often above one thousand. */
const smallUnits = new Set([
  ...['ALL', 'AMD', 'AOA', 'ARS', 'BIF', 'CDF', 'CLP', 'COP', 'CRC', 'DJF', 'GNF', 'HUF', 'IDR', 'IQD', 'IRR', 'ISK'],
  ...['JPY', 'KHR', 'KMF', 'KRW', 'KZT', 'LAK', 'LBP', 'MGA', 'MMK', 'MNT', 'MWK', 'NGN', 'PKR', 'PYG', 'RSD', 'RWF'],
  ...['SOS', 'SYP', 'TZS', 'UGX', 'UZS', 'VND', 'XAF', 'XOF', 'YER'],
])
/** Largest amount that the dataset can store, in thousandths. */
const MAX_THOUSANDTHS = 0xffffffff

const NUMBER_PATTERN = String.raw`\d[\d.,'\u00a0\u202f ]*`
const CURRENCY_PATTERN = String.raw`[^\d\s.,;/]{1,3}`
const currencyAfterPattern = new RegExp(`^(${NUMBER_PATTERN}?)\\s*(${CURRENCY_PATTERN})$`, 'u')
const currencyBeforePattern = new RegExp(`^(${CURRENCY_PATTERN})\\s*(${NUMBER_PATTERN})$`, 'u')
const perKilometerPattern = /\s*(?:\/\s*|per\s+)km$/i

/**
 * Parses the value of `charge`, such as `2.50 EUR`, `€2.50`, `0.12 EUR/km`, or `2.50 EUR;3 USD` for a toll that can be
 * paid in multiple currencies. Returns undefined if a part is unreadable or if two parts have the same currency,
 * because then the amount depends on something that the value does not say.
 */
export function parseCharges(value: string, country: string | undefined): Charge[] | undefined {
  const charges: Charge[] = []
  for (const part of value.split(';')) {
    const charge = parseCharge(part.trim(), country)
    if (!charge || charges.some(({ currency }) => currency === charge.currency)) return undefined
    charges.push(charge)
  }
  return charges
}

function parseCharge(text: string, country: string | undefined): Charge | undefined {
  const isPerKm = perKilometerPattern.test(text)
  const amountText = text.replace(perKilometerPattern, '')
  const after = currencyAfterPattern.exec(amountText)
  const before = after ? undefined : currencyBeforePattern.exec(amountText)
  const [number, sign] = after ? [after[1], after[2]] : [before?.[2], before?.[1]]
  const currency = findCurrency(sign ?? '', country)
  const thousandths = currency === undefined ? undefined : parseThousandths((number ?? '').trim(), currency)
  return currency === undefined || thousandths === undefined ? undefined : { currency, thousandths, isPerKm }
}

function findCurrency(sign: string, country: string | undefined): string | undefined {
  const code = sign.toUpperCase()
  if (currencyCodes.has(code)) return code
  return currencyBySign.get(sign) ?? currencyBySignAndCountry[sign]?.[country ?? '']
}

/**
 * Parses a number. A separator before one or two digits is a decimal point, and separators before groups of three
 * digits are thousands separators. A single point or comma before three digits can be either. It is a decimal point
 * after a zero and in currencies with three decimals, and a thousands separator in currencies with small units.
 * Otherwise, the number is unreadable.
 */
function parseThousandths(text: string, currency: string): number | undefined {
  const plain = (threeDecimals.has(currency) ? /^(\d+)(?:[.,](\d{1,3}))?$/ : /^(\d+)(?:[.,](\d{1,2}))?$/).exec(text)
  if (plain) return toThousandths(plain[1], plain[2])
  const belowOne = /^0[.,](\d{3})$/.exec(text)
  if (belowOne) return toThousandths('0', belowOne[1])
  const grouped = /^([1-9]\d{0,2}(?:([.,'\u00a0\u202f ])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/.exec(text)
  if (!grouped) return undefined
  const isAmbiguous = /^\d+[.,]\d{3}$/.test(text) && !smallUnits.has(currency)
  return isAmbiguous ? undefined : toThousandths(grouped[1], grouped[3])
}

function toThousandths(whole: string, fraction = ''): number | undefined {
  const thousandths = 1000 * Number(whole.replace(/\D/g, '')) + Number(fraction.padEnd(3, '0'))
  return thousandths <= MAX_THOUSANDTHS ? thousandths : undefined
}
