import { prepareData } from './site.ts'

/** Runs before all tests; what it returns runs after them. */
export default prepareData
