import type { DateTime } from 'luxon';

import { groupBy } from '../../../../values/lists';
import { classOf } from './card';
import { markup, type Html } from './html';
import { badge } from './networks';
import { STATUSES, type PreviewPost } from './post';
import { firstLine } from './text';

/** A post with its local time. */
interface Dated {
	post: PreviewPost;
	at: DateTime;
}

/** Such as `2 – 8 March 2026`. */
export function weekOf(at: DateTime): string {
	const monday = at.startOf('week');
	const sunday = monday.plus({ days: 6 });
	const start = monday.toFormat(monday.month === sunday.month ? 'd' : 'd LLLL');
	return `${start} – ${sunday.toFormat('d LLLL yyyy')}`;
}

/** The weeks that have posts, in order. The posts of a row at one time are one entry. */
export const calendar = (dated: Dated[]): Html =>
	markup`${groupBy(dated, ({ at }) => weekOf(at)).map(week)}`;

function week(posts: [Dated, ...Dated[]]): Html {
	const monday = posts[0].at.startOf('week');
	const days = [0, 1, 2, 3, 4, 5, 6].map((days) => monday.plus({ days }));
	return markup`<section class="week">
<h3>${weekOf(monday)}</h3>
<ol>${days.map((date) =>
		day(
			date,
			posts.filter(({ at }) => at.hasSame(date, 'day')),
		),
	)}</ol>
</section>
`;
}

function day(date: DateTime, posts: Dated[]): Html {
	const entries = groupBy(posts, ({ post: { index }, at }) => `${index} ${+at}`);
	return markup`<li class="${posts.length === 0 && 'free'}"><p class="day"><span>${date.toFormat('ccc')}</span> ${date.toFormat('d')}</p>
${entries.length > 0 && markup`<ul>${entries.map(entry)}</ul>`}</li>`;
}

function entry(posts: [Dated, ...Dated[]]): Html {
	const [{ post, at }] = posts;
	const [worst] = ['to fix' as const, ...STATUSES].filter((status) =>
		posts.some((one) => one.post.status === status),
	);
	const isDraft = post.when?.type === 'draft';
	return markup`<li><a class="entry ${classOf(worst!)}${isDraft && ' draft'}" href="#post-${post.number}"><span class="at"><b>${at.toFormat('HH:mm')}</b>${posts.map((one) => badge(one.post.target?.identifier))}</span> <span class="words">${isDraft && 'Draft: '}${firstLine(post.parts[0]?.content ?? '') || post.target?.name}</span>${
		worst === 'to fix' && markup` <b class="flag">To fix</b>`
	}</a></li>`;
}
