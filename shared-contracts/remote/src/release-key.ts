/** Public key of releases (base64) → the units that it may sign; a key that is not named here may sign every unit. */
export type KeyUnits = Readonly<Record<string, readonly string[]>>

/** Whether a key may sign the releases of a unit. Verbs, gateway and pages all ask this. */
export function maySign(publicKey: string, unit: string, keyUnits: KeyUnits): boolean {
  return !Object.hasOwn(keyUnits, publicKey) || (keyUnits[publicKey] ?? []).includes(unit)
}
