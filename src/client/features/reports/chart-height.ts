/** Height of a chart and its placeholder, px. */
export const CHART_HEIGHT = 280
