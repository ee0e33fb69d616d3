import { BarChart, LineChart, type BarSeriesOption, type LineSeriesOption } from 'echarts/charts'
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import type { GridComponentOption, LegendComponentOption, TooltipComponentOption } from 'echarts/components'
import { init, use, type ComposeOption, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useCallback, useEffect, useRef, type RefCallback } from 'react'
import { lessMotion } from '../base/use-media-query.ts'

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

/** The chart parts used by the site. Add new kinds of series here, so that only what is used is loaded. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | LegendComponentOption | TooltipComponentOption
>

function draw(chart: EChartsType, option: ChartOption): void {
  const [tooltip] = [option.tooltip].flat()
  chart.setOption(
    {
      ...option,
      textStyle: { fontFamily: getComputedStyle(chart.getDom()).fontFamily },
      animation: !matchMedia(lessMotion).matches,
      // Tooltips are rendered on the canvas, because HTML tooltips have inline styles, which the content security policy
      // forbids.
      ...(tooltip ? { tooltip: { confine: true, ...tooltip, renderMode: 'richText' } } : {}),
    },
    { notMerge: true },
  )
}

/**
 * Renders `option` into the element that receives the returned ref, which must have a height. Follows the
 * element's size, respects reduced motion, and disposes of everything on unmount. The element needs `role="img"`
 * and a label that describes the chart.
 */
export function useChart(option: ChartOption): RefCallback<HTMLElement> {
  const shown = useRef<EChartsType | null>(null)
  const latest = useRef(option)

  useEffect(() => {
    if (latest.current === option) return
    latest.current = option
    if (shown.current) draw(shown.current, option)
  }, [option])

  return useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const chart = init(element, null, { renderer: 'canvas' })
    shown.current = chart
    draw(chart, latest.current)
    const observer = new ResizeObserver(() => chart.resize())
    observer.observe(element)
    const motion = matchMedia(lessMotion)
    const redraw = () => draw(chart, latest.current)
    motion.addEventListener('change', redraw)
    return () => {
      motion.removeEventListener('change', redraw)
      observer.disconnect()
      chart.dispose()
      shown.current = null
    }
  }, [])
}
