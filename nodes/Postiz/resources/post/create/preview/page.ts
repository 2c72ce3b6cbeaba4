import type { DateTime } from 'luxon';

import { ThreadShare } from '../../../../transport/pause';
import { localTime } from '../../../../values/date';
import { groupBy } from '../../../../values/lists';
import { count } from '../../../../values/words';
import { calendar, weekOf } from './calendar';
import { card, pill } from './card';
import { Html, markup } from './html';
import { Pictures } from './pictures';
import { amountsOf, type PreviewPost } from './post';
import { STYLE } from './style';

/** In cards. More would make the page too large for a mail. */
const MAX_CARDS = 500;
/** In the list of what to fix. */
const MAX_PROBLEMS = 50;

const POLICY =
	"default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface Shown {
	post: PreviewPost;
	/** Names its card in addresses. */
	id: string;
	/** The local time. */
	at?: DateTime;
	card: Html;
}

/** A page with a calendar and a card for each post, for people who approve them. `timezone` is an IANA name. */
export async function previewPage(
	posts: PreviewPost[],
	{ timezone, now }: { timezone: string; now: number },
): Promise<string> {
	const turns = new ThreadShare();
	const pictures = new Pictures();
	const shown: Shown[] = [];
	for (const post of choose(posts)) {
		await turns.share();
		await pictures.add([
			...post.parts.flatMap(({ files }) => files),
			...post.settingFiles.map(([, file]) => file),
		]);
		const { type = '', date } = post.when ?? {};
		const at = date === undefined ? undefined : localTime(date, timezone);
		const when = at ? markup`${time(at)}${type === 'draft' && ', draft'}` : WORDS[type];
		const id = `post-${shown.length + 1}`;
		shown.push({ post, id, at, card: card(post, { id, pictures, when }) });
	}
	const dated = shown
		.flatMap(({ at, ...one }) => (at ? [{ ...one, at }] : []))
		.sort((a, b) => +a.at - +b.at);
	const toFix = shown.filter(({ post }) => post.status === 'to fix');
	const title = `Preview of ${count(posts.length, 'post')}`;
	const cards = [
		...UNDATED.map(([name, isOf]) =>
			section(
				name,
				shown.filter(({ post }) => isOf(post)),
			),
		),
		...groupBy(dated, ({ at }) => weekOf(at)).map((week) => section(weekOf(week[0].at), week)),
	];
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<meta name="robots" content="noindex" />
<title>${title}</title>
<style>${new Html(`${STYLE}${pictures.style}`)}</style>
</head>
<body>
<main>
<header class="top">
<h1>${title}</h1>
<p>Nothing has been sent. Times are in ${timezone}. Made on ${localTime(new Date(now).toISOString(), timezone).toFormat('d LLLL yyyy, HH:mm')}.</p>
<p class="sums">${amountsOf(posts).map(([status, amount]) => markup`${pill(status, amount)} `)}</p>
${
	shown.length < posts.length &&
	markup`<p class="more">This page shows ${shown.length} of ${posts.length.toLocaleString('en-US')} posts, those to fix first. The output of the node has all of them.</p>`
}
</header>
${
	toFix.length > 0 &&
	markup`<section class="fix"><h2>To fix</h2><ul>${toFix
		.slice(0, MAX_PROBLEMS)
		.map(
			({ post, id }) =>
				markup`<li><a href="#${id}">${placeOf(post)}</a> ${post.problems[0]?.split(/(?<=[.!?…]) /, 1)}</li>`,
		)}</ul>${
		toFix.length > MAX_PROBLEMS &&
		markup`<p class="more">and ${toFix.length - MAX_PROBLEMS} more below</p>`
	}</section>`
}
${dated.length > 0 && markup`<section class="calendar"><h2>Calendar</h2>${calendar(dated)}</section>`}
<section><h2>Posts</h2>
${cards}</section>
</main>
</body>
</html>
`.text;
}

/** All posts, or those to fix and the first others. */
function choose(posts: PreviewPost[]): PreviewPost[] {
	if (posts.length <= MAX_CARDS) return posts;
	const isToFix = ({ status }: PreviewPost) => status === 'to fix';
	return [...posts.filter(isToFix), ...posts.filter((post) => !isToFix(post))].slice(0, MAX_CARDS);
}

/** Where posts without a date stand. */
const UNDATED: Array<[title: string, isOf: (post: PreviewPost) => boolean]> = [
	['Rows that need a change first', ({ when }) => when === undefined],
	['Published at once', ({ when }) => when?.type === 'now'],
	['At the next free slot of each channel', ({ when }) => when?.type === 'nextSlot'],
	['Drafts without a date', ({ when }) => when?.type === 'draft' && when.date === undefined],
];

const WORDS: Record<string, Html> = {
	now: markup`now`,
	nextSlot: markup`next free slot`,
	draft: markup`draft`,
};

function section(title: string, shown: Array<Pick<Shown, 'card'>>): Html {
	const cards = shown.map((one) => one.card);
	return cards.length === 0
		? markup``
		: markup`<section><h3>${title}</h3><ul class="cards">${cards}</ul></section>
`;
}

const time = (at: DateTime) =>
	markup`<time datetime="${at.toISO() ?? ''}">${at.toFormat('ccc d LLL, HH:mm')}</time>`;

/** Such as `Row 7, X: Acme Coffee`. */
const placeOf = ({ row, network, channel }: PreviewPost) =>
	[row !== undefined && `Row ${row}`, network && `${network}: ${channel}`]
		.filter(Boolean)
		.join(', ') || 'A row';
