import { attachmentLimits, attachmentTypes, informationEndpoints, message } from '@adsite/contract'
import type { UploadTarget } from '@adsite/screen-kit'

const accepted: readonly string[] = attachmentTypes
const megabyte = 1_000_000

/** The API's checks that are possible before the upload; coded for `validationText`. */
export function fileError({ type, size }: Pick<File, 'type' | 'size'>, attached: number): string | null {
  // Files of unknown type may be valid, because the API detects the type from the bytes.
  if (type !== '' && !accepted.includes(type)) return message('file_type')
  if (size === 0) return message('file_broken')
  if (size > attachmentLimits.bytes) return message('file_size', attachmentLimits.bytes / megabyte)
  // Last, since room does not help a file that is refused for itself.
  return attached >= attachmentLimits.count ? message('files_many', attachmentLimits.count) : null
}

export const attachmentTarget = (id: number): UploadTarget => ({ endpoint: informationEndpoints.attach, id, faultOf: fileError })
