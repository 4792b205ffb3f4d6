module fairway

go 1.19
