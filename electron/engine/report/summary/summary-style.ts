// Style sheet of summary.html: light, dark and print, system typefaces only. Outcomes have the colours that the window
// gives them. The page's CSP contains the hash of this text, so no other style applies.

export const summaryStyle = `
:root{color-scheme:light dark;--bg:#f7f7f8;--pane:#fff;--line:#e3e5e9;--text:#16181d;--soft:#565d69;--ok:#12725a;--bad:#b42318;--bad-bg:#fdecea;--warn:#93590a;--wait:#5b45b0;--wait-bg:#efecfb;--idle:#8b919c;--practice:#0c6377;--practice-bg:#e6f4f7;--fill-done:#17809b;--fill-ok:#2c9c7c;--fill-warn:#d9952f;--fill-bad:#d3564b;--fill-accent:#5b79e0;--fill-still:#a5abb6;--warn-bg:#fdf3e0;--still:#59606c;--still-bg:#eef0f3}
@media (prefers-color-scheme:dark){:root{--bg:#101216;--pane:#171a20;--line:#2b303a;--text:#e9ebef;--soft:#a9b0bc;--ok:#6fd3b3;--bad:#ff9d92;--bad-bg:#3a1f1d;--warn:#f0bf6b;--wait:#b9a9ff;--wait-bg:#29233f;--idle:#757d8a;--practice:#7fd3e4;--practice-bg:#12303a;--fill-done:#3a97af;--fill-ok:#46ab8b;--fill-warn:#cf9a45;--fill-bad:#d9695e;--fill-accent:#7490ee;--fill-still:#5e6673;--warn-bg:#362a14;--still:#a6adb9;--still-bg:#252a33}}
*{box-sizing:border-box;margin:0}
body{font:14px/1.5 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;background:var(--bg);color:var(--text);padding:40px 24px 64px;overflow-wrap:anywhere}
main{max-width:880px;margin:0 auto}
header{margin-bottom:28px}
.over{display:flex;flex-wrap:wrap;align-items:center;gap:8px 12px;color:var(--soft);font-size:13px;margin-bottom:10px}
.over b{color:var(--text);font-weight:650}
h1{font-size:28px;line-height:1.2;font-weight:650;letter-spacing:-.018em;margin-bottom:6px}
.lead{color:var(--soft);font-size:15px}
.mark{font-size:11.5px;font-weight:650;letter-spacing:.05em;padding:2px 10px;border-radius:11px;border:1px solid currentColor}
.mark.practice{color:var(--practice);background:var(--practice-bg)}.mark.practice{border-style:dotted}.mark.test{color:var(--wait);background:var(--wait-bg);border-style:dashed}.mark.production{color:var(--bad);background:var(--bad-bg);border-width:2px}
section{background:var(--pane);border:1px solid var(--line);border-radius:10px;padding:20px 22px;margin-top:16px}
small{color:var(--soft);font-size:13px}
h2{font-size:15px;font-weight:620;letter-spacing:-.005em;margin-bottom:12px}
.note{color:var(--soft);font-size:13px;margin-top:10px}
dl{display:grid;grid-template-columns:132px 1fr;gap:6px 16px}dt{color:var(--soft)}dd{margin:0}
code{font:12.5px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
svg{display:block;width:100%;height:14px;border-radius:7px;margin:2px 0 16px}
.k{display:inline-block;width:9px;height:9px;border-radius:2.5px;margin-right:9px}
.created{fill:var(--fill-done);background:var(--fill-done)}.already_there{fill:var(--fill-still);background:var(--fill-still)}.whose_account_unsure{fill:var(--warn-bg);background:var(--warn-bg);stroke:var(--fill-warn);outline:1px solid var(--fill-warn)}.failed{fill:var(--fill-bad);background:var(--fill-bad)}.cancelled{fill:var(--still);background:var(--still)}.dry_run{fill:var(--still-bg);background:var(--still-bg);stroke:var(--still);outline:1px solid var(--still)}.dry_run_failed{fill:var(--bad-bg);background:var(--bad-bg);stroke:var(--fill-bad);outline:1px solid var(--fill-bad)}.in_progress{fill:var(--wait);background:var(--wait)}.unconfirmed{fill:var(--fill-warn);background:var(--fill-warn);opacity:.6}.queued{fill:var(--wait-bg);background:var(--wait-bg);stroke:var(--wait);outline:1px solid var(--wait)}.ready{fill:var(--fill-ok);background:var(--fill-ok)}.not_validated{fill:var(--fill-accent);background:var(--fill-accent)}.to_fix{fill:var(--fill-warn);background:var(--fill-warn)}.held{fill:var(--still-bg);background:var(--still-bg);stroke:var(--fill-still);outline:1px solid var(--fill-still)}.excluded{fill:var(--line);background:var(--line);stroke:var(--idle);outline:1px solid var(--idle)}.none{fill:var(--line)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:7px 10px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}th{font-weight:520;color:var(--soft);font-size:13px}tbody th{color:var(--text);font-size:14px;font-weight:450}td.nil{color:var(--soft)}td.n,th.n{text-align:right;padding-right:0;padding-left:16px;white-space:nowrap;width:112px}table.many td.n,table.many th.n{width:auto;white-space:normal;padding-left:10px;font-size:13px}table.many thead th{vertical-align:bottom}table.many thead th.n{overflow-wrap:normal;font-size:12px}table.many tbody th{min-width:150px;overflow-wrap:break-word}tbody th:has(+td>code){white-space:nowrap}tbody tr:last-child>*{border-bottom:0}tfoot th,tfoot td{font-weight:620;color:var(--text);font-size:14px;border-bottom:0;border-top:1.5px solid var(--text)}
.verdict{display:flex;gap:10px;align-items:baseline;font-weight:560;margin-bottom:12px}.verdict.ok{color:var(--ok)}.verdict.bad{color:var(--bad)}
.sign{display:grid;grid-template-columns:repeat(3,1fr);gap:44px 28px;margin-top:40px}.sign p{border-top:1px solid var(--soft);padding-top:5px;color:var(--soft);font-size:12.5px}
@media (max-width:640px){body{padding:20px 12px}section{padding:16px}td.n,th.n{padding-left:8px;width:auto}th.n{white-space:normal}table{font-size:12.5px}thead th,tbody th{font-size:12.5px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}.sign{grid-template-columns:1fr}}
@media print{:root{color-scheme:light;--bg:#fff;--pane:#fff;--line:#d4d7dc;--text:#000;--soft:#444;--ok:#12725a;--bad:#b42318;--bad-bg:#fff;--warn:#93590a;--wait:#5b45b0;--wait-bg:#fff;--idle:#8b919c;--practice:#0c6377;--practice-bg:#fff;--fill-done:#17809b;--fill-ok:#2c9c7c;--fill-warn:#d9952f;--fill-bad:#d3564b;--fill-accent:#5b79e0;--fill-still:#a5abb6;--warn-bg:#fdf3e0;--still:#59606c;--still-bg:#eef0f3}td code{font-size:7.5pt}@page{size:A4;margin:16mm}h2{break-after:avoid}body{padding:0;font-size:10pt}footer{break-before:avoid}section{border:0;border-top:1px solid var(--line);border-radius:0;padding:12px 0;break-inside:avoid}section.long{break-inside:auto}tr{break-inside:avoid}thead{display:table-header-group}.k,svg rect,.mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`
