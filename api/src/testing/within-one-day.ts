import { setTimeout as wait } from 'node:timers/promises'
import { japanOffset } from '@adsite/contract'

/** Most files take less (milliseconds). */
const enough = 120_000

const dayLength = 86_400_000
const left = dayLength - ((Date.now() + japanOffset) % dayLength)
// Tests count days from today in Japan, so a file that would begin shortly before midnight there begins after it.
if (left < enough) await wait(left)
