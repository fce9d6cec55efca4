import $ from 'jquery';

// jQuery UI finds jQuery as a global.
Object.assign(window, { $, jQuery: $ });
