import { validationText } from '@adsite/contract'
import { useLanguage } from '@adsite/i18n'

/** The text of a coded message of the contract. */
export default function CodedWords({ coded }: { readonly coded: string }): string {
  return validationText(coded, useLanguage())
}
