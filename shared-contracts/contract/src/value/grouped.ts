/** Formats `1234567.5` as `1,234,567.5`, the notation of both languages. */
export function grouped(amount: string | number): string {
  const [whole = '', fraction] = String(amount).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/gu, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}
