export function kilometers(km: number): string {
  if (km < 1) return `${Math.round(km * 1_000)} m`
  return km < 100 ? `${km.toFixed(1)} km` : `${Math.round(km).toLocaleString('en')} km`
}

export function nauticalMiles(nm: number): string {
  return `${nm < 100 ? nm.toFixed(1) : Math.round(nm).toLocaleString('en')} nm`
}

export function minutes(min: number): string {
  if (min < 1) return `${Math.round(min * 60)} s`
  if (min < 90) return `${Math.round(min)} min`
  const hours = min / 60
  if (hours < 48) return `${Math.floor(hours)} h ${String(Math.round(min % 60)).padStart(2, '0')} min`
  return `${Math.floor(hours / 24)} d ${Math.round(hours % 24)} h`
}

export function clockTime(iso: string): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === new Date().toDateString()
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return isToday ? time : `${at.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`
}
