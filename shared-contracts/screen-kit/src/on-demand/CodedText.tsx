import { lazyPart } from './lazy-part.tsx'

/** The text of a coded message of the contract. It is loaded when one is shown: the texts of all messages are 5 kB. */
export const CodedText = lazyPart(() => import('./CodedWords.tsx'))
