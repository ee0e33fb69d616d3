import { useKitText } from './texts.ts'

/** `allowClear` of a select with a localized screen reader label; antd provides it only in English. */
export function useClear(): { readonly label: string } {
  return { label: useKitText()('clear') }
}
