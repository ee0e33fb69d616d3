/** Path of the gateway document that loads the preview script. */
const frameAddress = '/preview-frame'

/**
 * Starts the preview script of the ad-serving host (spec/api "Preview script") if configured. It runs in a frame
 * with an opaque origin, so that it can neither read this page nor act on its behalf (spec/quality "Previews").
 */
export function startPreview(script: string): void {
  if (script === '') return
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = frameAddress
  frame.title = 'preview'
  frame.hidden = true
  document.body.append(frame)
}
