import { attachmentLimits, attachmentTypes, informationEndpoints, message } from '@adsite/contract'
import type { UploadTarget } from '@adsite/screen-kit'

const accepted: readonly string[] = attachmentTypes
const megabyte = 1024 * 1024

/** What the API would refuse by the look of the file, known before it is sent; coded for `validationText`. */
export function fileError({ type, size }: Pick<File, 'type' | 'size'>, attached: number): string | null {
  if (attached >= attachmentLimits.count) return message('files_many', attachmentLimits.count)
  // A file of no known type may be one of them all the same: its bytes decide.
  if (type !== '' && !accepted.includes(type)) return message('file_type')
  return size > attachmentLimits.bytes ? message('file_size', attachmentLimits.bytes / megabyte) : null
}

/** Where attachments of an announcement go. */
export const attachmentTarget = (id: number): UploadTarget => ({ endpoint: informationEndpoints.attach, id, faultOf: fileError })
