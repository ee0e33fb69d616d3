import { useKitText } from './texts.ts'

/** `allowClear` of a select, with the name that a screen reader says: the component library has it in English alone. */
export function useClear(): { readonly label: string } {
  return { label: useKitText()('clear') }
}
