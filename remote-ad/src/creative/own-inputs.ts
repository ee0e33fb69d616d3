import { BeaconsInput } from './BeaconsInput.tsx'

/** Custom inputs for creatives in addition to the kit's. */
export const creativeInputs = { beacons: BeaconsInput }
