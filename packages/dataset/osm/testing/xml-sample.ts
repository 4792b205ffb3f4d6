/** Sample in the format of JOSM, where new elements have negative IDs and deleted elements are still present. */
export const sampleXml = `<?xml version='1.0' encoding='UTF-8'?>
<osm version="0.6" generator="JOSM">
  <bounds minlat="41.1" minlon="-8.7" maxlat="41.2" maxlon="-8.6"/>
  <node id="100" lat="41.15" lon="-8.61" version="1" visible="true">
    <tag k="highway" v="crossing"/>
  </node>
  <node id="-5" lat="41.1600001" lon="-8.62" action="modify"/>
  <node id="7" action="delete" lat="1" lon="2"><tag k="highway" v="stop"/></node>
  <way id="-42" timestamp="2024-01-01T00:00:00Z">
    <nd ref="100"/>
    <nd ref="-5"/>
    <tag k="highway" v="residential"/>
    <tag k="name" v="Rua &quot;de Cima&quot; &amp; Ção"/>
  </way>
  <way id="43" visible="false"><nd ref="100"/><tag k="highway" v="service"/></way>
  <relation id="77">
    <member type="way" ref="-42" role="from"/>
    <member type="node" ref="100" role="via"/>
    <member type="relation" ref="78" role=""/>
    <tag k="type" v="restriction"/>
  </relation>
</osm>
`

/** The same data, compressed by bzip2 1.0.8 with its smallest block size, because Node.js has no bzip2 compressor. */
export const sampleBzip2 = Buffer.from(
  `
  QlpoMTFBWSZTWQXnFcsAALrf1EAQUYP/34kSnhA/7//gAIAIAAgAQAHdIoVCU1SeKaaZM01TJpmSGhpoND1ABoYAAAADQAAAAAYAAAADQAAA
  AAJEKTamgTamU9QNGnlPSHqDTQ2k9QZZQeYSGkKkg2b5Ed1jB9JG+/kKgP0zk2Jj3ZDYLBFV2m6mVxqIQmshZe+dOeJELl0MFeiemyzkzesa
  vauipgLeDt6k8ZjVFT4s6257Q7UEzEIBIlxFKOExcDx+nccTVcvfbLaK36QkLiroooqL5Cw3meQhkvbA6ReeO59fHjEOHqRMKXJIyDd4cR+x
  FnMqMtBSrj5GS88QhwSDhk7+Ri0IZOmNsyfu8HkEteyOx3p5Ted+GTX9fNdJzDYtNuDuAHpsftA1Y2O2uPmSoF4d4rpgr2hneXt54/nqVDHk
  OpA7119s81n4LC1nhvFrNfWLKaJCg0Bm15yM14p0+Qc76rUSpGN2LxVojQzpqW3FtxNFzyYZHrovV25VRbG4sJRfetsWCVXAr+5xafPtDKtw
  MaCRlofSW5qDcFxWzlIaiOVFLmvsxs5csccR2i1qlNzg2o0iyVs03GhO5uxS6YYfwpBdUGYn1BiYG9M0kSDiZOP+LuSKcKEgC84rlg==
  `,
  'base64',
)
