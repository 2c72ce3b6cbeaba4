import type { IDataObject } from 'n8n-workflow';

import {
	nameColumns,
	toDayOutputs,
	parseMetrics,
} from '../../../../nodes/Postiz/actions/analytics/metrics';

const createMetric = (label: string, totals: unknown[], more: IDataObject = {}) => ({
	label,
	...more,
	data: totals.map((total, index) => ({ total, date: `2026-10-0${index + 1}` })),
});
const readTotal = (label: string, totals: unknown[], more?: IDataObject) => {
	const [{ calculation, total }] = parseMetrics([createMetric(label, totals, more)]);
	return [calculation, total];
};

describe('the total of a period', () => {
	test.each(['Likes', 'Subscribers Gained', 'New Followers', ''])('adds up %j', (label) => {
		expect(readTotal(label, ['1', '2', '4'])).toEqual(['sum', 7]);
	});

	test.each(['Followers', 'following', 'Page Followers', 'Total Subscribers', 'followers_count'])(
		'uses the latest value of %j',
		(label) => {
			expect(readTotal(label, ['1', '4', '2'])).toEqual(['latest', 2]);
		},
	);

	test.each(['Engagement Rate', 'Average View Duration', 'Clicks (%)'])('averages %j', (label) => {
		expect(readTotal(label, ['1', '4', '2'])).toEqual(['average', 2.3333]);
	});

	test('averages what the service calls an average', () => {
		expect(readTotal('Views', ['1', '2'], { average: true })).toEqual(['average', 1.5]);
	});

	test('uses the value of the latest date, whatever the order', () => {
		const data = [
			{ total: '9', date: '2026-10-03' },
			{ total: '5', date: '2026-10-01' },
			{ total: '', date: '2026-10-04' },
		];
		expect(parseMetrics([{ label: 'Followers', data }])).toMatchObject([{ total: 9 }]);
	});

	test.each<[unknown[], unknown]>([
		[[], null],
		[['0.1', '0.2'], 0.3],
		[['1', null, '2'], 3],
		[[' 45.5 '], 45.5],
		[['n/a'], null],
		[['1', 'n/a', '-3', 'Infinity'], -2],
	])('%j make %j', (totals, total) => {
		expect(readTotal('Likes', totals)[1]).toBe(total);
	});
});

test.each([
	['Page Views', 'pageViews'],
	['pageViews', 'pageViews'],
	['PAGE VIEWS', 'pageViews'],
	['video_views (30s)', 'videoViews30s'],
	['Aufrufe für Tee', 'aufrufeFürTee'],
	['__proto__', 'proto'],
	['★', 'metric'],
	['Days', 'days2'],
])('outputs the metric %j in the column %s', (label, column) => {
	const metrics = parseMetrics([createMetric(label, ['1'])]);
	expect(nameColumns(metrics, ['days']).map(([name]) => name)).toEqual([column]);
});

test('gives metrics with the same label separate columns', () => {
	const metrics = parseMetrics([
		createMetric('Likes', []),
		createMetric('likes', []),
		createMetric('Likes', []),
	]);
	expect(nameColumns(metrics, []).map(([name]) => name)).toEqual(['likes', 'likes2', 'likes3']);
});

test('returns the days in order, with the values of each metric', () => {
	const likes = {
		label: 'Likes',
		data: ['02', '01'].map((day) => ({ total: day, date: `2026-10-${day}` })),
	};
	const views = {
		label: 'Views',
		data: [{ total: '3', date: '2026-10-03' }, { total: '4', date: '2026-10-03' }, { total: '5' }],
	};
	expect(toDayOutputs(nameColumns(parseMetrics([likes, views]), []))).toEqual([
		{ date: '2026-10-01', likes: 1, views: null },
		{ date: '2026-10-02', likes: 2, views: null },
		{ date: '2026-10-03', likes: null, views: 7 },
		{ date: null, likes: null, views: 5 },
	]);
});
