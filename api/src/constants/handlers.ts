import { allChoices, roles } from '@adsite/contract'
import type { Handlers } from '../call/handler.ts'

const enumerations = Object.fromEntries(
  allChoices().map(({ name, items }) => [name, items.map(({ key, label, colour }) => ({ key, ...label, ...(colour ? { colour } : {}) }))]),
)

/** Roles also carry their numeric code (spec/site "Roles"). */
const data = { ...enumerations, role: roles.map(({ code, key, label }) => ({ key, code, ...label })) }

/** Serves every enumeration of the contract, the same for all callers (spec/domain "Constants"). */
export const constantsHandlers: Handlers['constants'] = {
  async get() {
    return { data }
  },
}
