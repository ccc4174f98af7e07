/**
 * Syntax in ink: weight and value before hue, so that code never borrows one of the four meanings' colours.
 * One theme a scheme, for fenced code in articles; runs draw their code with the same three classes.
 */
const theme = (type, { paper, ink, string, comment }) => ({
  name: `ink-${type}`,
  type,
  colors: { 'editor.background': paper, 'editor.foreground': ink },
  settings: [
    { settings: { foreground: ink, background: paper } },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: comment } },
    { scope: ['string', 'punctuation.definition.string'], settings: { foreground: string } },
    {
      scope: ['keyword', 'storage', 'constant.language', 'keyword.operator.logical'],
      settings: { foreground: ink, fontStyle: 'bold' },
    },
    { scope: ['keyword.operator'], settings: { foreground: ink, fontStyle: '' } },
  ],
});

export const inkLight = theme('light', { paper: '#FBFAF6', ink: '#171A1F', string: '#5A5340', comment: '#5E636D' });
export const inkDark = theme('dark', { paper: '#101318', ink: '#ECE8DE', string: '#B5AC93', comment: '#9D9B93' });
export const inkThemes = [inkDark, inkLight];
