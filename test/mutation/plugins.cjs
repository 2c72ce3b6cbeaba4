// StrykerJS loads this in each of its processes.
require('tsx/cjs');

exports.strykerPlugins = require('./runner.cts').strykerPlugins;
