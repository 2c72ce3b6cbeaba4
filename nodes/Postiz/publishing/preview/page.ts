import type { DateTime } from 'luxon';

import { getVisibleText } from '../../text/storedText';
import { EventLoopYield } from '../../transport/eventLoopYield';
import { toLocalTime } from '../../common/date';
import { groupBy } from '../../common/lists';
import { shorten } from '../../common/problem';
import { formatCount } from '../../common/wording';
import type { PageOptions } from '../runSummary';
import { badge, card, classOf, pill } from './card';
import { Pictures } from './embeddedPictures';
import { countAmounts, isReady, STATUSES, type PreviewPost } from './previewPost';
import { STYLE } from './style';
import { Html, markup } from './previewText';

/** In cards. More would make the page too large for a mail. */
const MAX_CARDS = 500;

const POLICY =
	"default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The first sections, in this order; posts with a date follow by week. */
const FIRST_SECTIONS = {
	toFix: 'To fix',
	now: 'Published at once',
	nextSlot: 'At the next free slot of each channel',
	draft: 'Drafts without a date',
	schedule: 'Without a date',
};

/** The date of a post that stands in a week. */
const dateOf = ({ status, when }: PreviewPost) => (status === 'to fix' ? undefined : when?.date);

/** The section of any other. */
const sectionOf = ({ status, when }: PreviewPost): keyof typeof FIRST_SECTIONS =>
	status === 'to fix' ? 'toFix' : (when?.type ?? 'schedule');

function placeOf(post: PreviewPost): number {
	const date = dateOf(post);
	return date === undefined
		? Object.keys(FIRST_SECTIONS).indexOf(sectionOf(post))
		: Date.parse(date);
}

/** A post of the page, with its local time if it stands in a week. */
interface Shown {
	post: PreviewPost;
	at?: DateTime;
	card: Html;
}

/**
 * A page with a calendar and a card for each post, of too many for the first ones, for people who approve them. Numbers
 * these posts. `timezone` is an IANA name.
 */
export async function previewPage(
	posts: PreviewPost[],
	{ timezone, now, ...options }: PageOptions & { timezone: string; now: number },
): Promise<string> {
	const { isForClient, approvalLink } = options;
	const turns = new EventLoopYield();
	const pictures = new Pictures(isForClient);
	const shown: Shown[] = [];
	const first = (isForClient ? posts.filter(isReady) : posts).slice(0, MAX_CARDS);
	for (const [index, post] of first.sort((a, b) => placeOf(a) - placeOf(b)).entries()) {
		post.number = index + 1;
		await turns.yieldIfDue();
		await pictures.add([
			...post.parts.flatMap(({ files }) => files),
			...post.settingFiles.map(([, file]) => file),
		]);
		const date = dateOf(post);
		const at = date === undefined ? undefined : toLocalTime(date, timezone);
		shown.push({ post, at, card: card(post, { pictures, timezone, isForClient }) });
	}
	const ready = posts.filter(isReady).length;
	const total = isForClient ? ready : posts.length;
	const title = options.title || `Preview of ${formatCount(total, 'post')}`;
	const question = approvalLink !== '' && ready > 0 && ask(approvalLink, ready);
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
<p>${isForClient ? 'None of this is published yet' : 'Nothing has been sent'}. Times are in ${timezone}. Made on ${toLocalTime(new Date(now).toISOString(), timezone).toFormat('d LLLL yyyy, HH:mm')}.</p>
${!isForClient && markup`<p class="sums">${countAmounts(posts).map(([status, amount]) => markup`${pill(status, amount)} `)}</p>`}
${shown.length < total && markup`<p class="more">This page shows ${shown.length} of ${total.toLocaleString('en-US')} posts. The output of the node has all of them.</p>`}
${total === 0 && markup`<p class="more">No post is ready yet.</p>`}
</header>
${question}
${groupBy(shown, headingOf).map(
	(own) => markup`<section><h2>${headingOf(own[0])}</h2>
${own[0].at && week(own, own[0].at.startOf('week'))}
<ul class="cards">${own.map((one) => one.card)}</ul></section>
`,
)}
${question}
</main>
</body>
</html>
`.text;
}

const ask = (link: string, amount: number): Html =>
	markup`<p class="ask"><a href="${link}">Approve ${
		amount === 1 ? 'this post' : `these ${formatCount(amount, 'post')}`
	}, or ask for a change</a> <span>To ask for a change, give the number of the post.</span></p>`;

/** The section of a post, or its week: `2 – 8 March 2026`. */
function headingOf({ at, post }: Shown): string {
	if (!at) return FIRST_SECTIONS[sectionOf(post)];
	const monday = at.startOf('week');
	const sunday = monday.plus({ days: 6 });
	const start = monday.toFormat(monday.month === sunday.month ? 'd' : 'd LLLL');
	return `${start} – ${sunday.toFormat('d LLLL yyyy')}`;
}

/** The days of a week. The posts of a row at one time are one entry. */
function week(posts: Shown[], monday: DateTime): Html {
	const days = [0, 1, 2, 3, 4, 5, 6].map((days) => monday.plus({ days }));
	return markup`<ol class="week">${days.map((date) => {
		const own = posts.filter(({ at }) => at?.hasSame(date, 'day'));
		const entries = groupBy(own, ({ post: { index }, at }) => `${index} ${Number(at)}`);
		return markup`<li class="${own.length === 0 && 'free'}"><p class="day"><span>${date.toFormat('ccc')}</span> ${date.toFormat('d')}</p>
${entries.length > 0 && markup`<ul>${entries.map(entry)}</ul>`}</li>`;
	})}</ol>`;
}

function entry(posts: [Shown, ...Shown[]]): Html {
	const [{ post, at }] = posts;
	const status = STATUSES.find((status) => posts.some((one) => one.post.status === status))!;
	const isDraft = post.when?.type === 'draft';
	const [line = ''] = getVisibleText(post.parts[0]?.content ?? '')
		.trim()
		.split('\n');
	return markup`<li><a class="entry ${classOf(status)}${isDraft && ' draft'}" href="#post-${post.number}"><span class="at"><b>${at?.toFormat('HH:mm')}</b>${posts.map((one) => badge(one.post.target?.identifier))}</span> <span class="words">${isDraft && 'Draft: '}${shorten(line, 60) || post.target?.name}</span></a></li>`;
}
