import { Problem, type Remedy } from '../../../nodes/Postiz/common/problem';
import { describeRemedy } from '../../../nodes/Postiz/execution/describeRemedy';

const SET_A = { forPerson: 'set A.' };
const OR_SET_A = { forPerson: { or: 'set A.' } };
const OR_TELL = 'Or tell the person who built this tool.';

test.each<[Remedy, forPerson: string, forModel: string]>([
	[['Wait.', 'Or leave it.'], 'Wait. Or leave it.', 'Wait. Or leave it.'],
	[['Wait.', SET_A], 'Wait. Set A.', `Wait. ${OR_TELL}`],
	[
		['X: Wait.', SET_A, 'Or stop.', '\n', 'Y: Go.'],
		'X: Wait. Set A. Or stop.\nY: Go.',
		`X: Wait. Or stop.\nY: Go. ${OR_TELL}`,
	],
	[[SET_A], 'Set A.', ''],
	[['Wait.', OR_SET_A], 'Wait, or set A.', `Wait. ${OR_TELL}`],
	[['X:', OR_SET_A, '\n', OR_SET_A, 'Go.'], 'X: Set A.\nSet A. Go.', `X:\nGo. ${OR_TELL}`],
	[[OR_SET_A], 'Set A.', ''],
])('shows %j to a person as %j, to a model as %j', (remedy, forPerson, forModel) => {
	const problem = new Problem('It failed', remedy);
	expect(describeRemedy(problem)).toBe(forPerson);
	expect(describeRemedy(problem, { isForModel: true })).toBe(forModel);
});

test('shows the end of a remedy, however long the rest is', () => {
	const problem = new Problem('It failed', 'Wait. '.repeat(60), { closing: ['Nothing was sent.'] });
	const description = describeRemedy(problem);
	expect(description.length).toBeLessThanOrEqual(300);
	expect(description).toMatch(/^(Wait\. )+Nothing was sent\.$/);
});
