import { findNetwork } from '../../../../nodes/Postiz/networks';
import { listSettings } from '../../../../nodes/Postiz/publishing/preview/previewContent';

test('shows settings under the labels of the form, without defaults', () => {
	const { fields } = findNetwork('reddit')!;
	const value = {
		subreddit: '/r/coffee',
		title: 'Beans',
		type: 'link',
		url: 'https://a.example',
		is_flair_required: false,
	};
	expect(listSettings(fields, { subreddit: [{ value }] })).toEqual([
		['Subreddit', '/r/coffee'],
		['Title', 'Beans'],
		['Post Type', 'Link'],
		[expect.stringContaining('Link'), 'https://a.example'],
	]);
});

test('shows a switch that is on by default and was turned off', () => {
	const { fields } = findNetwork('tiktok')!;
	expect(listSettings(fields, { comment: false, duet: false })).toEqual([['Allow Comments', 'No']]);
});
