/**
 * Every word of the lab, in both languages. One row a string; a missing language does not compile.
 * `{name}` places are filled by `fill`. Terms of the field (graph, tensor, rank, shapes) stay in English in Hebrew
 * where Hebrew speakers use them so.
 */
import { fill } from './model/format.ts';

export type Lang = 'en' | 'he';

const table = {
  lab: { en: 'Lab', he: 'מעבדה' },
  home: { en: 'TorchNeuron Atlas, home', he: 'TorchNeuron Atlas, דף הבית' },
  program: { en: 'Program', he: 'תוכנית' },
  programs: { en: 'Example programs', he: 'תוכניות לדוגמה' },
  ownProgram: { en: 'My program', he: 'התוכנית שלי' },
  findProgram: { en: 'Find a program', he: 'חיפוש תוכנית' },
  noProgram: { en: 'No program of that name.', he: 'אין תוכנית בשם הזה.' },
  close: { en: 'Close', he: 'סגירה' },
  keys: { en: 'Keys', he: 'מקשים' },
  theme: { en: 'Colour theme', he: 'ערכת צבעים' },

  // Panes
  code: { en: 'Code', he: 'קוד' },
  values: { en: 'Values', he: 'ערכים' },
  timeline: { en: 'Timeline', he: 'ציר זמן' },
  partitions: { en: 'Partitions', he: 'חלוקה' },
  graphs: { en: 'Graphs', he: 'גרפים' },
  dispatch: { en: 'Dispatch', he: 'ניתוב' },
  mesh: { en: 'Mesh', he: 'רשת' },
  text: { en: 'Text', he: 'מילים' },
  panes: { en: 'Panes', he: 'חלוניות' },
  morePanes: { en: 'More panes', he: 'חלוניות נוספות' },

  // Options
  options: { en: 'Options', he: 'אפשרויות' },
  device: { en: 'device', he: 'התקן' },
  ranks: { en: 'ranks', he: 'ranks' },
  kernelCache: { en: 'kernel cache', he: 'מטמון kernels' },
  graphCache: { en: 'graph cache', he: 'מטמון גרפים' },
  cold: { en: 'cold', he: 'קר' },
  warm: { en: 'warm', he: 'חם' },
  target: { en: 'target', he: 'יעד' },
  numbers: { en: 'numbers', he: 'מספרים' },
  numbersOn: { en: 'where affordable', he: 'כשזה אפשרי' },
  numbersAlways: { en: 'always', he: 'תמיד' },
  numbersOff: { en: 'shapes alone', he: 'צורות בלבד' },

  // Running
  run: { en: 'Run', he: 'הרצה' },
  runAgain: { en: 'Run again', he: 'הרצה חוזרת' },
  stop: { en: 'Stop', he: 'עצירה' },
  running: { en: 'Running, {s} s', he: 'רץ, {s} שניות' },
  loadingEngine: { en: 'Loading the engine', he: 'טוען את המנוע' },
  firstRun: { en: 'It is running. It can be stopped at any time.', he: 'היא רצה. אפשר לעצור אותה בכל רגע.' },
  changed: { en: 'Changed since this run', he: 'השתנתה מאז הריצה' },
  changedShort: { en: 'changed since the run', he: 'השתנה מאז הריצה' },
  yourText: { en: 'Your own text of this program.', he: 'הטקסט שלכם לתוכנית הזו.' },
  optionsChanged: { en: 'Options changed since this run', he: 'האפשרויות השתנו מאז הריצה' },
  notRunYet: { en: 'Not run yet.', he: 'עוד לא הורץ.' },
  notRunHint: { en: 'Run the program to see what it does.', he: 'הריצו את התוכנית כדי לראות מה היא עושה.' },
  emptyProgram: { en: 'There is nothing to run. Type a program, or choose an example.', he: 'אין מה להריץ. כתבו תוכנית או בחרו דוגמה.' },
  stoppedByReader: { en: 'Stopped.', he: 'נעצר.' },
  stoppedByBudget: { en: 'Stopped after {s} seconds.', he: 'נעצר אחרי {s} שניות.' },
  stoppedAtLine: { en: 'Stopped after {s} seconds at line {n}.', he: 'נעצר אחרי {s} שניות בשורה {n}.' },
  stoppedCure: {
    en: 'The page stays usable. Nothing you typed is lost. Make the program smaller, or allow more time.',
    he: 'הדף נשאר שמיש, ושום דבר שהקלדתם לא אבד. הקטינו את התוכנית או תנו לה יותר זמן.',
  },
  paneBefore: { en: 'of the run before', he: 'מהריצה הקודמת' },
  panesBefore: { en: 'The panes show the run before.', he: 'החלוניות מראות את הריצה הקודמת.' },
  moreTime: { en: 'Run with {s} seconds', he: 'הרצה עם {s} שניות' },
  crashed: { en: 'The engine failed. This is a fault of ours, not of the program.', he: 'המנוע נכשל. זו תקלה שלנו, לא של התוכנית.' },
  exitError: { en: 'stopped on a Python exception', he: 'נעצרה בחריגת Python' },
  exitUnread: { en: 'not Python, so nothing ran', he: 'זה לא Python, ולכן דבר לא רץ' },
  exitHang: { en: 'ranks wait for each other for ever', he: 'ranks מחכים זה לזה לנצח' },
  exitUnsupported: { en: 'uses something that the engine does not model', he: 'משתמשת במשהו שהמנוע לא מדמה' },
  exitLimit: { en: 'reached a limit of the engine', he: 'הגיעה למגבלה של המנוע' },
  onLine: { en: 'Line {n}', he: 'שורה {n}' },
  goToLine: { en: 'Go to line {n}', he: 'מעבר לשורה {n}' },
  cureUnsupported: {
    en: 'What the engine does not model it refuses, and never guesses. Replace the construct, or see what is modelled.',
    he: 'מה שהמנוע לא מדמה הוא מסרב להריץ, ולעולם לא מנחש. החליפו את המבנה, או בדקו מה נתמך.',
  },
  cureLimit: {
    en: 'Option “shapes alone” runs without numbers, and past this limit.',
    he: 'האפשרות ״צורות בלבד״ מריצה בלי מספרים, ומעבר למגבלה הזו.',
  },
  cureHang: {
    en: 'Every rank of a group must issue the same collectives in the same order.',
    he: 'כל rank בקבוצה חייב לבצע את אותן פעולות קולקטיביות באותו סדר.',
  },
  cureNeedsNumber: {
    en: 'This line needs a number, and the run has shapes alone. Take the line out, or run with numbers.',
    he: 'השורה הזו צריכה מספר, ובריצה יש צורות בלבד. הוציאו את השורה, או הריצו עם מספרים.',
  },
  shapesAlone: { en: 'Ran on shapes alone, without numbers', he: 'הריצה נעשתה על צורות בלבד, בלי מספרים' },
  shapesAloneWhy: {
    en: 'With numbers the run passed {count} {what}. It was started again without them: operators, shapes, graphs and times are here, values are not. A smaller model shows its numbers.',
    he: 'עם מספרים הריצה עברה {count} {what}. היא התחילה מחדש בלעדיהם: האופרטורים, הצורות, הגרפים והזמנים כאן, הערכים לא. מודל קטן יותר יראה את המספרים שלו.',
  },
  limitParameters: { en: 'elements of parameters', he: 'איברים של פרמטרים' },
  limitElements: { en: 'element operations', he: 'פעולות על איברים' },
  limitBytes: { en: 'bytes', he: 'בתים' },
  limitTensor: { en: 'bytes in one tensor', he: 'בתים בטנסור אחד' },
  computeAll: { en: 'Compute every number', he: 'חישוב כל המספרים' },
  traceback: { en: 'Traceback', he: 'Traceback' },
  output: { en: 'Output', he: 'פלט' },

  // Too large, hostile, lost
  tooLarge: {
    en: 'This program is {size}. The lab takes up to {max}. It was not opened; save it as a file instead.',
    he: 'גודל התוכנית {size}. המעבדה מקבלת עד {max}. היא לא נפתחה; אפשר לשמור אותה כקובץ.',
  },
  saveFile: { en: 'Save as a file', he: 'שמירה כקובץ' },
  linkTooLong: {
    en: 'The program is too long for an address. Save it as a file and send the file.',
    he: 'התוכנית ארוכה מדי לכתובת. שמרו אותה כקובץ ושלחו את הקובץ.',
  },
  badAddress: { en: 'The address could not be read: {why}. The lab opened without it.', he: 'לא ניתן לקרוא את הכתובת: {why}. המעבדה נפתחה בלעדיה.' },
  whyTooLong: { en: 'it is longer than 16 kB', he: 'היא ארוכה מ-16 kB' },
  whyNotBase64: { en: 'it has characters that do not belong there', he: 'יש בה תווים שאינם שייכים לה' },
  whyNotDeflate: { en: 'it is cut short or damaged', he: 'היא קטועה או פגומה' },
  whyTooBig: { en: 'it unpacks to more than 512 kB', he: 'היא נפרסת ליותר מ-512 kB' },
  whyNotJson: { en: 'what it holds is not a state of the lab', he: 'מה שיש בה אינו מצב של המעבדה' },
  whyVersion: { en: 'it is of another version', he: 'היא מגרסה אחרת' },
  whyField: { en: 'field “{field}” has a value that cannot be', he: 'לשדה ״{field}״ יש ערך שלא ייתכן' },
  whyProgram: { en: 'there is no example “{id}”', he: 'אין דוגמה בשם ״{id}״' },
  draftRestored: { en: 'Your changes to this program are back.', he: 'השינויים שלכם בתוכנית הזו חזרו.' },
  ownInUse: {
    en: 'Your own operator table is in use: {n} operators of torch {torch}',
    he: 'טבלת האופרטורים שלכם בשימוש: {n} אופרטורים של torch {torch}',
  },
  ownFollows: {
    en: 'What falls back to the host in this run comes from it, not from the list of this site.',
    he: 'מה שרץ במארח בריצה הזאת נקבע לפיה, ולא לפי הרשימה של האתר.',
  },
  ownNotYet: {
    en: 'The run shown was made without it. Run again to see your machine.',
    he: 'הריצה המוצגת נעשתה בלעדיה. הריצו שוב כדי לראות את המכונה שלכם.',
  },
  ownRemove: { en: 'Remove the table', he: 'הסרת הטבלה' },
  ownRemoved: { en: 'Your operator table was removed', he: 'טבלת האופרטורים שלכם הוסרה' },
  ownStillFollows: {
    en: 'The run shown still follows it. Run again to see the list of this site.',
    he: 'הריצה המוצגת עדיין הולכת לפיה. הריצו שוב כדי לראות את הרשימה של האתר.',
  },
  ownPutBack: { en: 'Put it back', he: 'החזרה' },
  restoreOriginal: { en: 'Original text', he: 'הטקסט המקורי' },
  restoreMine: { en: 'My text', he: 'הטקסט שלי' },
  draftNotKept: { en: 'The browser keeps no drafts here: save a file before you leave.', he: 'הדפדפן לא שומר כאן טיוטות: שמרו קובץ לפני שתצאו.' },
  dismiss: { en: 'Dismiss', he: 'סגירת ההודעה' },

  // Share
  share: { en: 'Share', he: 'שיתוף' },
  copyLink: { en: 'Copy link', he: 'העתקת קישור' },
  copyReport: { en: 'Copy report (JSON)', he: 'העתקת הדוח (JSON)' },
  copyMarkdown: { en: 'Copy as Markdown', he: 'העתקה כ-Markdown' },
  downloadProgram: { en: 'Download the program', he: 'הורדת התוכנית' },
  downloadReport: { en: 'Download the report', he: 'הורדת הדוח' },
  downloadTrace: { en: 'Trace for Perfetto', he: 'קובץ ל-Perfetto' },
  openFile: { en: 'Open a file', he: 'פתיחת קובץ' },
  copied: { en: 'Copied', he: 'הועתק' },
  copyFailed: { en: 'The browser refused to copy.', he: 'הדפדפן סירב להעתיק.' },
  openInLab: { en: 'Open in the lab', he: 'פתיחה במעבדה' },

  // Code
  edit: { en: 'Edit', he: 'עריכה' },
  editDone: { en: 'Done', he: 'סיום' },
  editor: { en: 'Program text', he: 'טקסט התוכנית' },
  nOperators: { en: '{n} operators', he: '{n} אופרטורים' },
  oneOperator: { en: '1 operator', he: 'אופרטור אחד' },
  glyphBreak: { en: 'graph break', he: 'שבירת גרף' },
  glyphWait: { en: 'the host waits', he: 'המארח ממתין' },
  glyphHost: { en: 'runs on the host', he: 'רץ במארח' },
  glyphCompile: { en: 'compiled here', he: 'קומפילציה' },
  glyphCollective: { en: 'collective', he: 'פעולה קולקטיבית' },
  glyphError: { en: 'stopped here', he: 'נעצר כאן' },
  editHint: { en: 'Escape, then Tab, leaves the editor.', he: 'Escape ואז Tab יוצאים מהעורך.' },

  // Transport
  transport: { en: 'Steps', he: 'צעדים' },
  first: { en: 'First step', he: 'צעד ראשון' },
  back: { en: 'Step back', he: 'צעד אחורה' },
  next: { en: 'Step', he: 'צעד קדימה' },
  last: { en: 'Last step', he: 'צעד אחרון' },
  play: { en: 'Play', he: 'ניגון' },
  pause: { en: 'Pause', he: 'השהיה' },
  toCursor: { en: 'To cursor', he: 'עד הסמן' },
  toCursorLong: { en: 'Run to the selected line', he: 'הרצה עד השורה שנבחרה' },
  nextBreak: { en: 'Next break', he: 'השבירה הבאה' },
  noStopAhead: {
    en: 'No stop ahead: no break, wait, work on the host or error after this step',
    he: 'אין עצירה בהמשך: אין שבירה, המתנה, עבודה במארח או שגיאה אחרי הצעד הזה',
  },
  nextStop: { en: 'Next stop', he: 'העצירה הבאה' },
  step: { en: 'Step', he: 'צעד' },
  stepOf: { en: 'step {n} of {m}', he: 'צעד {n} מתוך {m}' },
  theEnd: { en: 'the end', he: 'הסוף' },
  compileN: { en: 'compile graph {n}', he: 'קומפילציה של גרף {n}' },
  prints: { en: 'prints', he: 'מדפיס' },
  noSteps: { en: 'The run made no step.', he: 'הריצה לא עשתה אף צעד.' },
  about: { en: 'about', he: 'בערך' },
  followRank: { en: 'Rank followed', he: 'ה-rank שאחריו עוקבים' },
  rank: { en: 'rank {n}', he: 'rank {n}' },

  // Values
  afterStep: { en: 'after step {n}', he: 'אחרי צעד {n}' },
  name: { en: 'name', he: 'שם' },
  shape: { en: 'shape', he: 'צורה' },
  dtype: { en: 'dtype', he: 'dtype' },
  strides: { en: 'strides', he: 'strides' },
  isNew: { en: 'new', he: 'חדש' },
  isChanged: { en: 'changed', he: 'השתנה' },
  noVars: { en: 'No variables yet.', he: 'עוד אין משתנים.' },
  exactFigure: { en: 'exact', he: 'מדויק' },
  plane: { en: 'plane', he: 'שכבה' },
  cut: { en: 'first {r} rows, {c} columns', he: '{r} שורות ו-{c} עמודות ראשונות' },
  tooMany: { en: '{n} elements: too many to draw. From {min} to {max}, mean {mean}.', he: '{n} איברים: רבים מדי לציור. מ-{min} עד {max}, ממוצע {mean}.' },
  noNumbers: { en: 'No numbers in this run: shapes alone.', he: 'אין מספרים בריצה הזו: צורות בלבד.' },
  result: { en: 'result of this step', he: 'תוצאת הצעד' },
  heatAlt: { en: '{name}: {shape} {dtype}, values {range}', he: '{name}: {shape} {dtype}, ערכים {range}' },
  noElements: { en: 'It has no elements.', he: 'אין בו איברים.' },

  // Timeline
  eager: { en: 'eager', he: 'eager' },
  compiled: { en: 'compiled', he: 'מקומפל' },
  host: { en: 'host', he: 'מארח' },
  neuron: { en: 'Neuron', he: 'Neuron' },
  waits: { en: 'waits', he: 'ממתין' },
  laneHost: { en: 'Host', he: 'מארח' },
  laneCompiler: { en: 'Compiler', he: 'מהדר' },
  laneQueue: { en: 'Queue', he: 'תור' },
  laneCore: { en: 'Core', he: 'ליבה' },
  laneCopies: { en: 'Copies, B', he: 'העתקות' },
  laneLink: { en: 'Link', he: 'קישור' },
  compileGap: { en: 'compile', he: 'קומפילציה' },
  fit: { en: 'Fit', he: 'התאמה' },
  zoomIn: { en: 'Zoom in', he: 'הגדלה' },
  zoomOut: { en: 'Zoom out', he: 'הקטנה' },
  noTimeline: { en: 'On the cpu device nothing is timed: the clock models Neuron.', he: 'בהתקן cpu לא נמדד זמן: השעון מדמה את Neuron.' },
  nothingTimed: { en: 'Nothing of this run reached the Neuron device.', he: 'שום דבר בריצה הזו לא הגיע להתקן Neuron.' },
  timelineAlt: { en: 'Timeline of {n} steps in lanes {lanes}; ends at about {end}', he: 'ציר זמן של {n} צעדים במסלולים {lanes}; מסתיים אחרי {end} בערך' },
  nBars: { en: '{n} bars', he: '{n} פסים' },

  // Partitions
  oneSide: { en: 'Everything runs on one side: no crossing.', he: 'הכול רץ בצד אחד: אין מעברים.' },
  nRuns: { en: '{n} runs', he: '{n} רצפים' },
  nCrossings: { en: '{n} crossings', he: '{n} מעברים' },
  oneCrossing: { en: '1 crossing', he: 'מעבר אחד' },
  nOps: { en: '{n} ops', he: '{n} ops' },
  oneOp: { en: '1 op', he: 'op אחד' },
  side: { en: 'side', he: 'צד' },
  steps: { en: 'steps', he: 'צעדים' },
  lines: { en: 'lines', he: 'שורות' },
  ops: { en: 'ops', he: 'ops' },
  direction: { en: 'direction', he: 'כיוון' },
  toHost: { en: 'to the host', he: 'למארח' },
  toDevice: { en: 'to the device', he: 'להתקן' },
  bytes: { en: 'bytes', he: 'בתים' },
  cause: { en: 'cause', he: 'סיבה' },
  whatIf: { en: 'What if it had a kernel', he: 'ומה אם היה לו kernel' },
  whatIfLegend: { en: 'What if these operators had a Neuron kernel', he: 'ומה אם לאופרטורים האלה היה kernel ב-Neuron' },
  whatIfResult: {
    en: '{a} runs instead of {b}, {c} crossings instead of {d}, {e} instead of {f} across. Saves about {t}.',
    he: '{a} רצפים במקום {b}, {c} מעברים במקום {d}, {e} במקום {f} עוברים. חוסך {t} בערך.',
  },
  whatIfHow: {
    en: 'Each such step ({n}) is taken to cost an ordinary launch of this run, about {t}, and to cross nothing.',
    he: 'כל צעד כזה ({n}) נחשב כשיגור רגיל בריצה הזו, {t} בערך, בלי מעבר.',
  },
  noFallback: { en: 'No operator of this run lacks a kernel.', he: 'לכל האופרטורים בריצה הזו יש kernel.' },
  partAlt: { en: '{n} runs of operators on {a} and {b}, {c} crossings', he: '{n} רצפים של אופרטורים ב-{a} וב-{b}, {c} מעברים' },
  noPartitions: { en: 'No partitions: the run used no Neuron device.', he: 'אין חלוקה: הריצה לא השתמשה בהתקן Neuron.' },

  // Graphs
  noFrames: {
    en: 'Nothing is compiled in this program. torch.compile makes graphs of a function.',
    he: 'שום דבר לא מקומפל בתוכנית הזו. torch.compile הופך פונקציה לגרפים.',
  },
  compiledFunction: { en: 'Compiled function', he: 'פונקציה מקומפלת' },
  nGraphs: { en: '{n} graphs', he: '{n} גרפים' },
  oneGraph: { en: '1 graph', he: 'גרף אחד' },
  noGraph: { en: 'no graph', he: 'בלי גרפים' },
  nBreaks: { en: '{n} breaks', he: '{n} שבירות' },
  oneBreak: { en: '1 break', he: 'שבירה אחת' },
  noBreak: { en: 'no break', he: 'בלי שבירה' },
  nRecompiles: { en: '{n} recompiles', he: '{n} קומפילציות חוזרות' },
  oneRecompile: { en: '1 recompile', he: 'קומפילציה חוזרת אחת' },
  noRecompile: { en: 'no recompile', he: 'בלי קומפילציה חוזרת' },
  skippedFrame: { en: 'Left to eager: no graph was made.', he: 'נשאר ב-eager: לא נוצר גרף.' },
  graphN: { en: 'graph {n}', he: 'גרף {n}' },
  fromCall: { en: 'made on call {n}', he: 'נוצר בקריאה {n}' },
  breakOn: { en: 'Break on line {n}', he: 'שבירה בשורה {n}' },
  guards: { en: 'Guards', he: 'תנאי שמירה' },
  guardsOf: { en: 'Guards of entry {n}', he: 'תנאי השמירה של רשומה {n}' },
  noGuards: { en: 'The report holds no guards for this function.', he: 'הדוח לא מכיל תנאי שמירה לפונקציה הזו.' },
  recompiles: { en: 'Recompiles', he: 'קומפילציות חוזרות' },
  callN: { en: 'call {n}', he: 'קריאה {n}' },
  compilesPerCall: { en: 'Graphs compiled on each call', he: 'גרפים שקומפלו בכל קריאה' },
  stages: { en: 'Stage', he: 'שלב' },
  stageCaptured: { en: 'Captured', he: 'נלכד' },
  stageAot: { en: 'AOT', he: 'AOT' },
  stageAotBackward: { en: 'Backward', he: 'אחורה' },
  nullGraph: { en: 'The back end raised: no operators are known.', he: 'ה-backend נכשל: האופרטורים אינם ידועים.' },
  noStage: { en: 'This graph has no such stage in the report.', he: 'לגרף הזה אין שלב כזה בדוח.' },
  inputs: { en: '{n} in', he: '{n} נכנסים' },
  cure: { en: 'Cure', he: 'תיקון' },
  why: { en: 'Why', he: 'למה' },

  // Dispatch
  dispatchAlt: { en: 'Path of {op} through the dispatch keys: {path}', he: 'הדרך של {op} במפתחות הניתוב: {path}' },
  noOp: { en: 'This step is not an operator: nothing is dispatched.', he: 'הצעד הזה אינו אופרטור: שום דבר לא מנותב.' },
  stAutocast: { en: 'Autocast', he: 'Autocast' },
  stAutograd: { en: 'Autograd', he: 'Autograd' },
  stView: { en: 'View tracking', he: 'מעקב תצוגות' },
  stBackend: { en: 'Neuron (PrivateUse1)', he: 'Neuron (PrivateUse1)' },
  stCache: { en: 'kernel cache', he: 'מטמון kernels' },
  stQueue: { en: 'queue', he: 'תור' },
  stCore: { en: 'core', he: 'ליבה' },
  stToHost: { en: 'copy to host', he: 'העתקה למארח' },
  stCpu: { en: 'CPU kernel', he: 'kernel של CPU' },
  stToDevice: { en: 'copy back', he: 'העתקה חזרה' },
  stResult: { en: 'result', he: 'תוצאה' },
  stMiss: { en: 'miss', he: 'החטאה' },
  stHit: { en: 'hit', he: 'פגיעה' },
  stNoKernel: { en: 'no kernel', he: 'אין kernel' },
  stInGraph: { en: 'inside a graph', he: 'בתוך גרף' },
  capHit: {
    en: 'The kernel for these shapes, dtypes and static arguments is in the cache, so it is queued at once.',
    he: 'ה-kernel לצורות, ל-dtypes ולארגומנטים האלה נמצא במטמון, ולכן הוא נכנס לתור מיד.',
  },
  capMiss: {
    en: 'No kernel for these shapes, dtypes and static arguments yet: it is compiled first, and the host waits.',
    he: 'עוד אין kernel לצורות, ל-dtypes ולארגומנטים האלה: קודם הוא מקומפל, והמארח ממתין.',
  },
  capFall: {
    en: 'Without a Neuron kernel an operator runs on the host: its inputs are copied there and its results back.',
    he: 'בלי kernel של Neuron האופרטור רץ במארח: הקלטים שלו מועתקים לשם והתוצאות חזרה.',
  },
  capGraph: {
    en: 'Inside a compiled graph nothing is dispatched one by one: the whole graph is one launch.',
    he: 'בתוך גרף מקומפל שום דבר לא מנותב בנפרד: כל הגרף הוא שיגור אחד.',
  },
  capCpu: {
    en: 'The tensors are on the host: the CPU kernel runs, and Neuron is not involved.',
    he: 'הטנסורים במארח: ה-kernel של CPU רץ, ו-Neuron אינו מעורב.',
  },
  capView: {
    en: 'A view: only the description of the tensor changes. Nothing is computed and nothing queued.',
    he: 'תצוגה: רק תיאור הטנסור משתנה. שום דבר לא מחושב ושום דבר לא נכנס לתור.',
  },
  capCopy: { en: 'A copy between host and device.', he: 'העתקה בין המארח להתקן.' },

  // Mesh
  oneRank: { en: 'One rank: there is no mesh. Raise “ranks” to run the program on several.', he: 'rank אחד: אין רשת. הגדילו את ״ranks״ כדי להריץ על כמה.' },
  meshIs: { en: 'mesh', he: 'רשת' },
  blocksOf: { en: 'blocks of {name}, {shape}, rows and columns below', he: 'בלוקים של {name}, {shape}, שורות ועמודות למטה' },
  copiesOf: { en: '{name} on each rank', he: '{name} בכל rank' },
  tensor: { en: 'tensor', he: 'טנסור' },
  whole: { en: 'whole', he: 'שלם' },
  block: { en: 'block', he: 'בלוק' },
  placements: { en: 'placements', he: 'placements' },
  plain: { en: 'plain', he: 'רגיל' },
  collectives: { en: 'Collectives', he: 'פעולות קולקטיביות' },
  noCollectives: { en: 'No collective was issued.', he: 'לא בוצעה פעולה קולקטיבית.' },
  hang: { en: 'Nobody can go on', he: 'אף אחד לא יכול להמשיך' },
  waitsFor: { en: 'rank {a} waits in {op} on line {line} for {b}', he: 'rank {a} ממתין ב-{op} בשורה {line} ל-{b}' },
  hangAlt: { en: 'Wait-for cycle: {text}', he: 'מעגל המתנה: {text}' },
  waitsHere: { en: 'waits', he: 'ממתין' },
  noTensor: { en: 'No tensors at this step.', he: 'אין טנסורים בצעד הזה.' },
  group: { en: 'group', he: 'קבוצה' },
  empty: { en: 'empty', he: 'ריק' },

  // Words
  report: { en: 'Report', he: 'דוח' },
  nWaits: { en: '{n} waits', he: '{n} המתנות' },
  oneWait: { en: '1 wait', he: 'המתנה אחת' },
  noWait: { en: 'no wait', he: 'בלי המתנה' },
  nFallbacks: { en: '{n} on the host', he: '{n} במארח' },
  oneFallback: { en: '1 on the host', he: 'אחד במארח' },
  noFallbacks: { en: 'none on the host', he: 'אף אחד במארח' },

  // Marks
  exact: { en: 'Exact', he: 'מדויק' },
  documented: { en: 'Documented', he: 'מתועד' },
  measured: { en: 'Measured', he: 'נמדד' },
  modelled: { en: 'Modelled', he: 'מודל' },
  prerelease: { en: 'Pre-release, April 2026', he: 'טרום-גרסה, אפריל 2026' },

  // Keys
  keyArrows: { en: 'step back, step', he: 'צעד אחורה, צעד קדימה' },
  keyHomeEnd: { en: 'first step, last step', he: 'צעד ראשון, צעד אחרון' },
  keyN: { en: 'next break, or next stop where there is none', he: 'השבירה הבאה, או העצירה הבאה אם אין' },
  keyW: { en: 'next wait', he: 'ההמתנה הבאה' },
  keyC: { en: 'run to the selected line', he: 'הרצה עד השורה שנבחרה' },
  keySpace: { en: 'play or pause', he: 'ניגון או השהיה' },
  keyE: { en: 'edit the program', he: 'עריכת התוכנית' },
  keyRun: { en: 'run the program', he: 'הרצת התוכנית' },
  keyZoom: { en: 'zoom the timeline in and out, fit it', he: 'הגדלה והקטנה של ציר הזמן, התאמה' },
  keyTab: { en: 'next pane; inside a pane the arrows move', he: 'החלונית הבאה; בתוך חלונית החצים מזיזים' },
  keyEnter: { en: 'go to the step of what is focused', he: 'מעבר לצעד של מה שבמיקוד' },
  keyHelp: { en: 'this list', he: 'הרשימה הזו' },
  splitCode: { en: 'Between code and run', he: 'בין הקוד לריצה' },
  splitValues: { en: 'Between code and values', he: 'בין הקוד לערכים' },
  splitTimeline: { en: 'Between timeline and details', he: 'בין ציר הזמן לפרטים' },
} as const satisfies Record<string, Record<Lang, string>>;

export type StringKey = keyof typeof table;

export type Words = (key: StringKey, values?: Record<string, string | number>) => string;

export function words(lang: Lang): Words {
  return (key, values) => {
    const text: string = table[key][lang];
    if (!values) return text;
    if (lang === 'en') return fill(text, values);
    // Names, numbers and code inside right-to-left text keep their own direction.
    return fill(text, Object.fromEntries(Object.entries(values).map(([k, v]) => [k, `\u2068${v}\u2069`])));
  };
}

/** A count: `none` for 0 and `one` for 1 where a language needs its own form. */
export function count(t: Words, n: number, many: StringKey, one: StringKey, none?: StringKey): string {
  if (n === 0 && none) return t(none);
  return n === 1 ? t(one) : t(many, { n });
}
