import { PDFArray, PDFDict, PDFDocument, PDFName, PDFStream, type PDFObject } from 'pdf-lib'

/** Dictionary entries that make a document active, or carry active content (ISO 32000). */
const activeEntries = new Set([
  'JS',
  'JavaScript',
  'AA',
  'Launch',
  'EmbeddedFiles',
  'EmbeddedFile',
  'EF',
  'XFA',
  'RichMedia',
  'RichMediaContent',
])
/** Types of actions, annotations and objects that are active. Links to pages and addresses are not. */
const activeKinds = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'Movie',
  'Sound',
  'RichMediaExecute',
  'EmbeddedFile',
  'RichMedia',
  'FileAttachment',
  'Screen',
  '3D',
  'Trans',
  'GoTo3DView',
  'SetOCGState',
  'Hide',
  'Named',
  'ResetForm',
])
const kindEntries = new Set(['S', 'Subtype', 'Type'])

function isActive(object: PDFObject, lookUp: (object: PDFObject | undefined) => PDFObject | undefined): boolean {
  const within = (part: PDFObject) => isActive(part, lookUp)
  if (object instanceof PDFArray) return object.asArray().some(within)
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return false
  return dict.entries().some(([key, value]) => {
    const name = key.decodeText()
    if (activeEntries.has(name)) return true
    const found = lookUp(value)
    if (kindEntries.has(name) && found instanceof PDFName && activeKinds.has(found.decodeText())) return true
    // Opening at a certain page is harmless: a destination, or an action that goes to one.
    if (name === 'OpenAction' && found instanceof PDFDict && lookUp(found.get(PDFName.of('S'))) !== PDFName.of('GoTo')) return true
    return within(value)
  })
}

/** Explains why a PDF is refused: `broken`, password-protected, or with active content anywhere in the file; null if it is accepted. */
export async function pdfError(bytes: Uint8Array): Promise<'broken' | 'active' | null> {
  let document: PDFDocument
  try {
    // Reads every object, including those in compressed streams and those that a later section replaces.
    document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true, parseSpeed: 100 })
  } catch {
    return 'broken'
  }
  const { context } = document
  const lookUp = (object: PDFObject | undefined) => context.lookup(object)
  // The library accepts whatever it finds; readers need a document catalogue.
  if (!(lookUp(context.trailerInfo.Root) instanceof PDFDict)) return 'broken'
  return context.enumerateIndirectObjects().some(([, object]) => isActive(object, lookUp)) ? 'active' : null
}
