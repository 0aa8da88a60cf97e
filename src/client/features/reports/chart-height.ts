/** Of a chart and of its place before it is loaded, px. */
export const CHART_HEIGHT = 280
