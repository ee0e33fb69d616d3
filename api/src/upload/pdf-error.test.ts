import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { expect, test } from 'vitest'
import { pdfFile } from '../testing/files.ts'
import { pdfError } from './pdf-error.ts'
import { safeFile } from './safe-file.ts'

/** Creates a PDF modified by `change`, with or without compressed object streams. */
async function pdf(change: (document: PDFDocument) => void | Promise<void>, useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage()
  await change(document)
  return document.save({ useObjectStreams, addDefaultPage: false })
}
const script = ({ context }: PDFDocument) => context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') })

const active: Record<string, (document: PDFDocument) => void | Promise<void>> = {
  'a script by name': (document) => document.addJavaScript('main', 'app.alert(1)'),
  'a script at opening': (document) => document.catalog.set(PDFName.of('OpenAction'), script(document)),
  'an address at opening': (document) =>
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj({ S: 'URI', URI: 'https://x.example' })),
  'a script of a page': (document) => document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: script(document) })),
  'a program to start': (document) => document.context.register(document.context.obj({ S: 'Launch', F: 'calc.exe' })) && undefined,
  'a name in other letters': (document) => document.catalog.set(PDFName.of('Open#41ction'), script(document)),
  'a file inside': (document) => document.attach(new Uint8Array([1, 2, 3]), 'inner.exe'),
  'a form of another kind': (document) =>
    document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ XFA: PDFString.of('<xdp/>') })),
  'a form that is sent': (document) =>
    document.context.register(document.context.obj({ S: 'SubmitForm', F: 'https://x.example' })) && undefined,
}

test.for(Object.entries(active).flatMap(([name, change]) => [true, false].map((packed) => ({ name, packed, change }))))(
  '$name (in a compressed stream: $packed) is refused with what to do',
  async ({ change, packed }) => {
    const bytes = await pdf(change, packed)
    // When packed, the strings are not visible in the bytes.
    expect(packed && /JavaScript|Launch/u.test(Buffer.from(bytes).toString('latin1'))).toBe(false)
    expect(await pdfError(bytes)).toBe('active')
    await expect(safeFile(bytes)).rejects.toMatchObject({ details: { errors: { file: ['pdf_active'] } } })
  },
)

test('pages, links and where to begin are fine', async () => {
  const plain = (document: PDFDocument) => {
    const page = document.getPage(0)
    const link = document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 9, 9],
      A: { S: 'URI', URI: PDFString.of('https://x.example') },
    })
    page.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]))
    document.catalog.set(PDFName.of('OpenAction'), document.context.obj([page.ref, 'Fit']))
  }
  for (const packed of [true, false]) {
    const bytes = await pdf(plain, packed)
    expect((await safeFile(bytes)).content).toBe(bytes)
  }
  expect(await pdfError(pdfFile)).toBeNull()
})

test('what cannot be read, or only with a password, is no file that anybody could look into', async () => {
  const locked = await pdf((document) => {
    document.context.trailerInfo.Encrypt = document.context.register(document.context.obj({ Filter: 'Standard', V: 1 }))
  }, false)
  expect(await pdfError(locked)).toBe('broken')
  expect(await pdfError(Buffer.from('%PDF-1.4\nnothing'))).toBe('broken')
})
