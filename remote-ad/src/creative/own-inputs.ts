import { BeaconsInput } from './BeaconsInput.tsx'

/** Inputs that creatives need beside those of the kit. */
export const creativeInputs = { beacons: BeaconsInput }
