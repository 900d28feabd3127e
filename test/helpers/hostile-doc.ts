/** Everything that a doc may try on a page. `window.hacked` stays unset where nothing of it works. */
export const HOSTILE_DOC = `# <img src=x onerror="window.hacked=1"> Hostile <script>window.hacked=1</script>

<!-- MACHINE_BLOCK_START -->
<script>window.hacked = 1</script>
<SCRIPT SRC="https://evil.example/x.js"></SCRIPT>
<img src="https://evil.example/pixel.png" onerror="window.hacked=1">
<iframe src="javascript:parent.hacked=1" srcdoc="<script>parent.hacked=1</script>"></iframe>
<svg onload="window.hacked=1"><script>window.hacked=1</script><use href="data:image/svg+xml,x#x"/></svg>
<style>body { display: none } @import url(https://evil.example/x.css);</style>
<link rel="stylesheet" href="https://evil.example/x.css"><base href="https://evil.example/">
<meta http-equiv="refresh" content="0;url=https://evil.example/">
<form action="https://evil.example/"><input autofocus onfocus="window.hacked=1"><button>go</button></form>
<details open ontoggle="window.hacked=1"><summary>x</summary></details>
<video><source onerror="window.hacked=1"></video><object data="data:text/html,x"></object>
<math><mtext><table><mglyph><style><img src onerror=window.hacked=1></style></mglyph></table></mtext></math>
<a href="javascript:window.hacked=1">raw link</a>

[one](javascript:window.hacked=1) [two](JaVaScRiPt:window.hacked=1) [three](&#106;avascript:window.hacked=1)
[four](data:text/html,<script>window.hacked=1</script>) [five](vbscript:x) [six](//evil.example/x)
[seven](<javascript:window.hacked=1>) [eight][nine] ![ten](https://evil.example/ten.png "onerror=x")
![eleven](javascript:window.hacked=1) <javascript:window.hacked=1> [twelve](../../../../etc/passwd)
[thirteen](https://evil.example/"onmouseover="window.hacked=1) [fourteen](#/map/"><script>window.hacked=1</script>)

[nine]: javascript:window.hacked=1 "title"

| a | <script>window.hacked=1</script> |
|---|---|
| <b onclick="window.hacked=1">b</b> | \`<script>window.hacked=1</script>\` |

\`\`\`html"><script>window.hacked=1</script>
</code></pre><script>window.hacked=1</script>
\`\`\`

<!-- --><script>window.hacked=1</script><!-- MACHINE_BLOCK_END -->
<!-- USER_BLOCK_START -->
**unclosed [brackets](( and \`ticks and <!-- comments and <tags
<!-- USER_BLOCK_END -->
`;
