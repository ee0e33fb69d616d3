import { atom } from 'jotai'

/** Whether the API has refused this page, because it no longer serves the version that its code was built with. */
export const pageOutdatedAtom = atom(false)
