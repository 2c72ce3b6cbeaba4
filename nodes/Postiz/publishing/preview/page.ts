import type { DateTime } from 'luxon';

import { getVisibleText } from '../../text/storedText';
import { EventLoopYield } from '../../transport/eventLoopYield';
import { toLocalTime } from '../../common/date';
import { groupBy } from '../../common/lists';
import { shorten } from '../../common/problem';
import { formatCount } from '../../common/wording';
import type { PageOptions } from '../runSummary';
import { renderBadge, renderCard, getStatusClass, renderPill } from './card';
import { EmbeddedPictures } from './embeddedPictures';
import { countStatuses, isReady, STATUSES, type PreviewPost } from './previewPost';
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
const getWeekDate = ({ status, when }: PreviewPost) =>
	status === 'to fix' ? undefined : when?.date;

/** The section of any other. */
const getSection = ({ status, when }: PreviewPost): keyof typeof FIRST_SECTIONS =>
	status === 'to fix' ? 'toFix' : (when?.type ?? 'schedule');

function getSortKey(post: PreviewPost): number {
	const date = getWeekDate(post);
	return date === undefined
		? Object.keys(FIRST_SECTIONS).indexOf(getSection(post))
		: Date.parse(date);
}

/** A post of the page, with its local time if it stands in a week. */
interface Entry {
	post: PreviewPost;
	localTime?: DateTime;
	card: Html;
}

/**
 * A page with a calendar and a card for each post, of too many for the first ones, for people who approve them. Numbers
 * these posts. `timezone` is an IANA name.
 */
export async function renderPage(
	posts: PreviewPost[],
	{ timezone, now, ...options }: PageOptions & { timezone: string; now: number },
): Promise<string> {
	const { isForClient, approvalLink } = options;
	const turns = new EventLoopYield();
	const pictures = new EmbeddedPictures(isForClient);
	const shown: Entry[] = [];
	const first = (isForClient ? posts.filter(isReady) : posts).slice(0, MAX_CARDS);
	for (const [index, post] of first.sort((a, b) => getSortKey(a) - getSortKey(b)).entries()) {
		post.number = index + 1;
		await turns.yieldIfDue();
		await pictures.add([
			...post.parts.flatMap(({ files }) => files),
			...post.settingFiles.map(([, file]) => file),
		]);
		const date = getWeekDate(post);
		const at = date === undefined ? undefined : toLocalTime(date, timezone);
		shown.push({
			post,
			localTime: at,
			card: renderCard(post, { pictures, timezone, isForClient }),
		});
	}
	const ready = posts.filter(isReady).length;
	const total = isForClient ? ready : posts.length;
	const title = options.title || `Preview of ${formatCount(total, 'post')}`;
	const question = approvalLink !== '' && ready > 0 && renderApproval(approvalLink, ready);
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
${!isForClient && markup`<p class="sums">${countStatuses(posts).map(([status, amount]) => markup`${renderPill(status, amount)} `)}</p>`}
${shown.length < total && markup`<p class="more">This page shows ${shown.length} of ${total.toLocaleString('en-US')} posts. The output of the node has all of them.</p>`}
${total === 0 && markup`<p class="more">No post is ready yet.</p>`}
</header>
${question}
${groupBy(shown, getHeading).map(
	(own) => markup`<section><h2>${getHeading(own[0])}</h2>
${own[0].localTime && renderWeek(own, own[0].localTime.startOf('week'))}
<ul class="cards">${own.map((one) => one.card)}</ul></section>
`,
)}
${question}
</main>
</body>
</html>
`.text;
}

const renderApproval = (link: string, amount: number): Html =>
	markup`<p class="ask"><a href="${link}">Approve ${
		amount === 1 ? 'this post' : `these ${formatCount(amount, 'post')}`
	}, or ask for a change</a> <span>To ask for a change, give the number of the post.</span></p>`;

/** The section of a post, or its week: `2 – 8 March 2026`. */
function getHeading({ localTime, post }: Entry): string {
	if (!localTime) return FIRST_SECTIONS[getSection(post)];
	const monday = localTime.startOf('week');
	const sunday = monday.plus({ days: 6 });
	const start = monday.toFormat(monday.month === sunday.month ? 'd' : 'd LLLL');
	return `${start} – ${sunday.toFormat('d LLLL yyyy')}`;
}

/** The days of a week. The posts of a row at one time are one entry. */
function renderWeek(posts: Entry[], monday: DateTime): Html {
	const days = [0, 1, 2, 3, 4, 5, 6].map((days) => monday.plus({ days }));
	return markup`<ol class="week">${days.map((date) => {
		const own = posts.filter(({ localTime }) => localTime?.hasSame(date, 'day'));
		const entries = groupBy(
			own,
			({ post: { index }, localTime }) => `${index} ${Number(localTime)}`,
		);
		return markup`<li class="${own.length === 0 && 'free'}"><p class="day"><span>${date.toFormat('ccc')}</span> ${date.toFormat('d')}</p>
${entries.length > 0 && markup`<ul>${entries.map(renderEntry)}</ul>`}</li>`;
	})}</ol>`;
}

function renderEntry(posts: [Entry, ...Entry[]]): Html {
	const [{ post, localTime }] = posts;
	const status = STATUSES.find((status) => posts.some((one) => one.post.status === status))!;
	const isDraft = post.when?.type === 'draft';
	const [line = ''] = getVisibleText(post.parts[0]?.content ?? '')
		.trim()
		.split('\n');
	return markup`<li><a class="entry ${getStatusClass(status)}${isDraft && ' draft'}" href="#post-${post.number}"><span class="at"><b>${localTime?.toFormat('HH:mm')}</b>${posts.map((one) => renderBadge(one.post.target?.identifier))}</span> <span class="words">${isDraft && 'Draft: '}${shorten(line, 60) || post.target?.name}</span></a></li>`;
}
