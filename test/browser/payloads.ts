/** Texts that would run, load, hide or turn around something, if a page let them. */

export const script = "window.pwned=1;alert(1)";
/** Seeds; each is also tried in other clothes, below. */
const seeds = [
  `<script>${script}</script>`,
  `</script><script>${script}</script>`,
  `<img src=x onerror="${script}">`,
  `<svg/onload=${script}>`,
  `<div>\n<svg/onload=${script}>\n</div>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<iframe src="javascript:parent.pwned=1"></iframe>`,
  `<form action="javascript:${script}"><button>x</button></form>`,
  `<a href="jav&#x61;script:${script}">x</a>`,
  `[x](javascript:${script})`,
  `[x](JaVaScRiPt:${script})`,
  `[x](data:text/html,<script>${script}</script>)`,
  `![x](http://127.0.0.1:9/x.png)`,
  `<img src="http://127.0.0.1:9/y.png">`,
  `<link rel=stylesheet href=http://127.0.0.1:9/z.css>`,
  `<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">`,
  `<base href="http://127.0.0.1:9/">`,
  `"><script>${script}</script>`,
  `' autofocus onfocus=${script} x='`,
  `<style>@import url(http://127.0.0.1:9/a.css);*{display:none}</style>`,
  `<!-- <script>${script}</script> -->`,
  `]]><script>${script}</script>`,
  `\u202Etxt.exe\u2066\u200B`,
  `\u001B[31mred\u001B]8;;http://127.0.0.1:9\u0007`,
  `&lt;script&gt;${script}&lt;/script&gt;`,
  `{{constructor.constructor('${script}')()}}`,
  `\u0000\uD800\uFFFE`,
  `__proto__`,
  "\u2028\u2029</title><script>window.pwned=1</script>",
] as const;

export const payloads = seeds.flatMap((seed) => [
  seed,
  seed.toUpperCase(),
  `\n\n${seed}`,
  `# ${seed}`,
  `- ${seed}`,
  "```\n" + seed + "\n```",
  `**${seed}**`,
]);
