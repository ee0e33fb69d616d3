import { readdir } from 'node:fs/promises'
import sharp from 'sharp'

/** Small valid files for uploads. */
const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c00' } })

export const pngFile = (width = 8, height = 8) => red(width, height).png().toBuffer()
export const jpegFile = (width = 8, height = 8) => red(width, height).jpeg().toBuffer()
export const gifFile = (width = 8, height = 8) => red(width, height).gif().toBuffer()

export const pdfFile = Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [] /Count 0 >> endobj
xref
0 3
0000000000 65535 f 
0000000009 00000 n 
0000000058 00000 n 
trailer << /Size 3 /Root 1 0 R >>
startxref
110
%%EOF
`)

/** Names of all files below a directory. */
export async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
