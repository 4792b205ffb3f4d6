/** Formatters for human-readable amounts. */

export function formatSize(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  // With a threshold of 1000, the value 999.95 would be printed as 1000.0.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value.toFixed(1)} ${units[unit]}`
}

export function formatDuration(seconds: number): string {
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`
  const wholeSeconds = Math.round(seconds)
  const [hours, minutes] = [Math.floor(wholeSeconds / 3600), Math.floor((wholeSeconds % 3600) / 60)]
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`
  return `${minutes} min ${String(wholeSeconds % 60).padStart(2, '0')} s`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
