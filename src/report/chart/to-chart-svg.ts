import { LineChart } from 'echarts/charts'
import { GraphicComponent, GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { History } from '../../domain/history.ts'
import { chartOption } from './chart-option.ts'
import type { Charted } from './charted.ts'
import { WIDTH } from './look.ts'

use([GraphicComponent, GridComponent, LineChart, MarkAreaComponent, MarkLineComponent, SVGRenderer])

/** How an incident came about, as one picture: three panels above one axis of time. */
export function toChartSvg(result: Charted, history: History): string {
  const { option, height } = chartOption(result, history)
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height })
  try {
    chart.setOption(option)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}
