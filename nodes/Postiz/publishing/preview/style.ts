/** The style sheet of the page. Only uses what n8n and mail programs keep. */
export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1c2330;--soft:#566074;--line:#dfe3ea;--link:#0b57c2;
--new:#0f6b3c;--new-bg:#dff5e8;--updated:#7a4b00;--updated-bg:#fdeecb;--unchanged:#4b5565;--unchanged-bg:#e9ecf1;
--fix:#a8161c;--fix-bg:#fde5e5;--waiting:#5b3a99;--waiting-bg:#eee7fb}
@media (prefers-color-scheme:dark){:root{--page:#12151b;--card:#1c212b;--text:#e8ebf1;--soft:#a5afc0;--line:#343c4a;--link:#8ab8ff;
--new:#7fdda8;--new-bg:#123524;--updated:#f5c871;--updated-bg:#3a2c0c;--unchanged:#b6c0d0;--unchanged-bg:#2c3442;
--fix:#ff9a9a;--fix-bg:#451a1d;--waiting:#c9b0ff;--waiting-bg:#31254b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:1200px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:28px;line-height:1.2;margin:0 0 4px}
h2{font-size:20px;margin:36px 0 12px}
p,ul,ol,dl,dd,figure,h3{margin:0}
ul,ol{padding:0;list-style:none}
a{color:var(--link)}
.top p,.more{color:var(--soft)}
.top .sums{margin-top:14px}
.pill{display:inline-block;padding:2px 10px;margin:0 4px 4px 0;border-radius:99px;font-size:13px;font-weight:600;white-space:nowrap}
.pill.is-new{color:var(--new);background:var(--new-bg)}
.pill.is-updated{color:var(--updated);background:var(--updated-bg)}
.pill.is-unchanged{color:var(--unchanged);background:var(--unchanged-bg)}
.pill.is-to-fix{color:var(--fix);background:var(--fix-bg)}
.pill.is-waiting,.pill.is-skipped{color:var(--waiting);background:var(--waiting-bg)}
.ask{margin:24px 0 0;font-size:14px;color:var(--soft)}
.ask a{display:block;max-width:480px;margin-bottom:8px;padding:14px 20px;border-radius:12px;background:var(--link);color:var(--card);font-size:17px;font-weight:700;text-align:center;text-decoration:none}
.week{display:grid;margin-bottom:20px;gap:1px;border:1px solid var(--line);border-radius:14px;background:var(--line);overflow:hidden}
.week>li{min-width:0;padding:10px;background:var(--card)}
.week .free{display:none}
.day{font-weight:700;margin-bottom:6px}
.day span{font-weight:400;color:var(--soft)}
.entry{display:block;padding:6px 8px;margin-bottom:6px;border-radius:8px;border-left:4px solid var(--new);background:var(--page);color:var(--text);font-size:13px;line-height:1.4;text-decoration:none;overflow-wrap:anywhere}
.entry:hover .words{text-decoration:underline}
.entry.is-updated{border-left-color:var(--updated)}
.entry.is-unchanged{border-left-color:var(--unchanged)}
.entry.is-waiting,.entry.is-skipped{border-left-color:var(--waiting)}
.entry.draft{border-left-style:dashed}
.entry .at{display:block}
.entry .at b{margin-right:6px}
.badge{display:inline-block;min-width:40px;height:40px;border-radius:10px;color:#fff;font-weight:700;font-size:18px;line-height:40px;text-align:center;box-shadow:0 0 0 1px var(--line)}
.entry .badge{min-width:18px;height:18px;margin-right:3px;border-radius:5px;font-size:11px;line-height:18px;vertical-align:1px}
.cards{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr));align-items:start}
.cards>li{min-width:0}
.card{padding:16px;border:1px solid var(--line);border-radius:14px;background:var(--card);overflow-wrap:anywhere}
.card.is-to-fix{border-color:var(--fix)}
.card header{display:flex;gap:12px;align-items:flex-start;margin-bottom:12px}
.card header>div{flex:1;min-width:0}
.card h3{font-size:16px;line-height:1.3}
.card h3 a{color:inherit;text-decoration:none}
.card h3 a:target{text-decoration:underline}
.number{display:inline-block;min-width:24px;padding:0 6px;border-radius:8px;background:var(--text);color:var(--card);font-size:14px;line-height:22px;text-align:center}
.about,.length{color:var(--soft);font-size:13px}
.text{white-space:pre-wrap;unicode-bidi:plaintext;text-align:start}
.name{color:var(--link)}
.part+.part{margin-top:12px;padding:12px 0 0 14px;border-left:3px solid var(--line)}
.length{margin-top:6px}
.over{color:var(--fix)}
.length:empty,figcaption:empty{display:none}
.files{display:grid;gap:6px;margin-top:10px;align-items:start}
.several{grid-template-columns:1fr 1fr}
.files figure{min-width:0;border:1px solid var(--line);border-radius:10px;overflow:hidden}
.picture{display:block;font-size:0;width:100%;height:auto;max-height:640px;object-fit:contain;background:var(--page) center/contain no-repeat}
figcaption{padding:6px 10px;font-size:12px;line-height:1.4;color:var(--soft)}
.named figcaption{padding:14px 12px;background:var(--page);color:var(--text)}
.problems,.notes{margin:0 0 12px;padding:10px 12px;border-radius:10px;font-size:14px}
.problems{background:var(--fix-bg);color:var(--fix)}
.is-waiting .problems{background:var(--waiting-bg);color:var(--waiting)}
.notes{margin:12px 0 0;background:var(--updated-bg);color:var(--updated)}
.problems li+li,.notes li+li{margin-top:6px}
dl{margin-top:12px;padding-top:10px;border-top:1px solid var(--line);font-size:14px}
dl div{display:flex;gap:10px;padding:2px 0}
dt{flex:0 0 38%;color:var(--soft)}
dd{min-width:0}
@media (min-width:760px){
main{padding:40px 24px 80px}
.week{grid-template-columns:repeat(7,1fr)}
.week .free{display:block}
.entry .words{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
}
@media print{.card{break-inside:avoid}}
`;
